/**
 * `hedgerow verify`: derives every decision again from the journal alone.
 */
import type { VerifiedPolicy } from '@hedgerow/service';
import { Command } from 'commander';
import { CommandFailure, EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { oneOf } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';
import { addSettingOptions, settingsOf } from '../service/setting-options.ts';
import { verifySteadily } from '../service/verify-steadily.ts';
import { withStore } from '../service/with-store.ts';

interface VerifyOptions {
  readonly policy?: string;
  readonly format: string;
}

/** Returns the command, ready to be added to the program. */
export function verifyCommand(): Command {
  const command = new Command('verify')
    .description('make every decision again from the journal, and name the first that does not fit')
    .option('--policy <id>', 'only this policy')
    .option(
      '--format <format>',
      'text, or json for one line a policy',
      oneOf('text', 'json'),
      'text',
    )
    .addHelpText('after', HELP);
  addSettingOptions(command, ['data', 'database']);
  return command.action(() => reportFailure(() => verify(command)));
}

const HELP = `
Works beside a running service. Exit code 0: everything fits. 1: something does not.

Example:
  hedgerow verify --data ./decisions --policy maize`;

async function verify(command: Command): Promise<void> {
  const { policy, format } = command.opts<VerifyOptions>();
  const settings = await settingsOf(command);
  const { openReader } = await import('@hedgerow/service');
  await withStore(
    () => openReader(settings),
    async (journal) => {
      const all = await journal.listPolicies();
      if (policy !== undefined && !all.includes(policy)) throw unknownPolicy(policy, all);
      for (const name of policy === undefined ? all : [policy]) {
        const report = await verifySteadily(journal, name, showProgress(name));
        await writeLine(format === 'json' ? JSON.stringify(report) : lineOf(report));
        if (report.problem !== null) process.exitCode = EXIT_CHECK_FAILED;
      }
      if (all.length === 0) process.stderr.write('The journal is empty.\n');
    },
  );
}

function lineOf({ policy, entries, decisions, problem }: VerifiedPolicy): string {
  return problem === null
    ? `${policy}: all ${entries} entries fit, ${decisions} decisions made again`
    : `${policy}: entry ${problem.position} does not fit: ${problem.what}`;
}

const PROGRESS_STEP = 20_000;

/** A line now and then; a terminal or a log can show it. */
function showProgress(policy: string): (entries: number) => void {
  let next = PROGRESS_STEP;
  return (entries) => {
    if (entries < next) return;
    next = entries + PROGRESS_STEP;
    process.stderr.write(`${policy}: ${entries} entries …\n`);
  };
}

function unknownPolicy(policy: string, all: readonly string[]): CommandFailure {
  const known = all.length === 0 ? 'it is empty' : `it has ${all.join(', ')}`;
  return new CommandFailure(
    `--policy must be a policy of this journal, but "${policy}" is none: ${known}.`,
  );
}

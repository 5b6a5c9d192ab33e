/**
 * `hedgerow forget`: deletes what was known of the situations of decisions.
 */
import type { ForgetReply } from '@hedgerow/service/wire';
import { Command } from 'commander';
import { CommandFailure, reportFailure } from '../output/exit-codes.ts';
import { formatOption, listOf } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';
import { explained } from '../service/explained.ts';
import { addSettingOptions, settingsOf } from '../service/setting-options.ts';

interface ForgetOptions {
  readonly policy: string;
  readonly subject?: string;
  readonly decisions?: readonly string[];
  readonly reason?: string;
  readonly format: string;
}

/** Returns the command, ready to be added to the program. */
export function forgetCommand(): Command {
  const command = new Command('forget')
    .description('delete what was known of the situations of decisions; the chain still closes')
    .requiredOption('--policy <id>', 'the policy that decided')
    .option(
      '--subject <name>',
      'all that was decided about this subject, and its line in the register',
    )
    .option('--decisions <ids>', 'these decisions, separated by commas', listOf(String))
    .option('--reason <text>', 'why; it is kept in the journal, so name nobody')
    .addOption(formatOption('text, or json for one line'))
    .addHelpText('after', HELP);
  addSettingOptions(command, ['data', 'database']);
  return command.action(() => reportFailure(() => forget(command)));
}

const HELP = `
On a folder, stop the service first, or ask it: POST /v1/policies/{id}/forget. Deleted are contexts, forecasts,
predictions and names of subjects; actions, budgets and rewards stay, and so does what was learnt. Decisions that
wait for something are left alone and named.

Examples:
  hedgerow forget --data ./decisions --policy maize --subject "North 40"
  hedgerow forget --data ./decisions --policy maize --decisions maize.1.3,maize.1.4`;

async function forget(command: Command): Promise<void> {
  const { policy, subject, decisions, reason, format } = command.opts<ForgetOptions>();
  if ((subject === undefined) === (decisions === undefined)) {
    throw new CommandFailure(
      'It must be said what to forget, by --subject or by --decisions, and not by both.',
    );
  }
  const settings = await settingsOf(command);
  const { forgetDecisions } = await import('@hedgerow/service');
  const request = {
    ...(subject === undefined ? {} : { subject }),
    ...(decisions === undefined ? {} : { decisions }),
    ...(reason === undefined ? {} : { reason }),
  };
  const reply = await explained(() => forgetDecisions(settings, policy, request));
  await writeLine(format === 'json' ? JSON.stringify(reply) : linesOf(reply));
}

function linesOf({ policy, forgotten, waiting }: ForgetReply): string {
  const done = `${policy}: ${forgotten} decisions forgotten`;
  if (waiting.length === 0) return done;
  return `${done}; ${waiting.length} wait for something and were left alone: ${waiting.join(', ')}`;
}

/**
 * `hedgerow verify`: derives every decision again from the journal alone.
 */
import path from 'node:path';
import type { JournalReader, VerifiedPolicy } from '@hedgerow/service';
import { Command } from 'commander';
import { CommandFailure, EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { formatOption } from '../output/option-values.ts';
import { finishWithoutReader, writeLine } from '../output/text-output.ts';
import { addSettingOptions, settingsOf } from '../service/setting-options.ts';
import { verifyEach } from '../service/verify-steadily.ts';
import { withStore } from '../service/with-store.ts';

interface VerifyOptions {
  readonly policy?: string;
  readonly format: string;
}

/** Returns the command, ready to be added to the program. */
export function verifyCommand(): Command {
  const command = new Command('verify')
    .description('make every decision again from the journal, and name the first that does not fit')
    .argument('[journal]', 'a data folder or a postgres:// address, instead of an option')
    .option('--policy <id>', 'only this policy')
    .addOption(formatOption('text, or json for one line a policy'))
    .addHelpText('after', HELP);
  addSettingOptions(command, ['data', 'database']);
  return command.action((journal?: string) =>
    reportFailure(() => unreadableIsUnfit(() => verify(command, journal))),
  );
}

const HELP = `
Works beside a running service. Exit code 0: everything fits. 1: something does not, or cannot be read.

Examples:
  hedgerow verify ./decisions
  hedgerow verify --data ./decisions --policy maize`;

async function verify(command: Command, journal: string | undefined): Promise<void> {
  const { policy, format } = command.opts<VerifyOptions>();
  finishWithoutReader();
  const settings = { ...(await settingsOf(command)), ...placeOf(journal) };
  const { openReader } = await import('@hedgerow/service');
  await withStore(
    () => openReader(settings),
    async (reader) => {
      await tellFileFaults(reader);
      const all = await reader.listPolicies();
      if (policy !== undefined && !all.includes(policy)) throw unknownPolicy(policy, all);
      const asked = policy === undefined ? all : [policy];
      for await (const report of verifyEach(reader, asked, showProgress)) {
        if (report.problem !== null) process.exitCode = EXIT_CHECK_FAILED;
        await writeLine(format === 'json' ? JSON.stringify(report) : lineOf(report));
      }
      if (policy === undefined) await tellRemovals(reader, format);
      if (all.length === 0) process.stderr.write('The journal is empty.\n');
    },
  );
}

/** What is left of erased policies, if there is anything. */
async function tellRemovals(reader: JournalReader, format: string): Promise<void> {
  const { verifyRemovals } = await import('@hedgerow/service');
  const { removals, problem } = await verifyRemovals(reader);
  if (problem !== null) process.exitCode = EXIT_CHECK_FAILED;
  else if (removals === 0) return;
  if (format === 'json') return writeLine(JSON.stringify({ removals, problem }));
  await writeLine(
    problem === null
      ? `removals: all ${removals} fit`
      : `removals: number ${problem.position} does not fit: ${problem.what}`,
  );
}

const SQLITE_FULL = 13;

/** What SQLite cannot even read does not fit, either. */
async function unreadableIsUnfit(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    const { code, errcode = 0 } = error as NodeJS.ErrnoException & { errcode?: number };
    // A disk without room for what is looked up says nothing of the journal.
    if (code !== 'ERR_SQLITE_ERROR' || (errcode & 0xff) === SQLITE_FULL) throw error;
    process.exitCode = EXIT_CHECK_FAILED;
    process.stderr.write(`The journal cannot be read: ${(error as Error).message}.\n`);
  }
}

/** A journal that is named without an option: an address, a folder, or the file in the folder. */
function placeOf(journal: string | undefined): { data?: string; database?: string } {
  if (journal === undefined) return {};
  if (/^postgres(ql)?:/.test(journal)) return { database: journal };
  return {
    database: '',
    data: path.basename(journal) === 'hedgerow.db' ? path.dirname(journal) : journal,
  };
}

async function tellFileFaults(reader: JournalReader): Promise<void> {
  const faults = (await reader.fileFaults?.()) ?? [];
  if (faults.length === 0) return;
  process.exitCode = EXIT_CHECK_FAILED;
  process.stderr.write(`The file of the journal is damaged: ${faults[0]}.\n`);
}

function lineOf({ policy, entries, decisions, unproven, problem }: VerifiedPolicy): string {
  if (problem !== null) return `${policy}: entry ${problem.position} does not fit: ${problem.what}`;
  const fit = `${policy}: all ${entries} entries fit, ${decisions} decisions`;
  if (unproven === undefined) return `${fit} made again`;
  const { first, last, tombstones } = unproven;
  return `${fit}; entries ${first} to ${last} could not be made again, because what ${tombstones} of them said was deleted on request: their chain closes, and all after them was made again from the checkpoint`;
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

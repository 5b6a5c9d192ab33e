/**
 * `hedgerow compact`: moves old entries of a journal into compressed segments.
 */
import type { CompactedPolicy } from '@hedgerow/service';
import { Command } from 'commander';
import { reportFailure } from '../output/exit-codes.ts';
import { formatOption } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';
import { explained } from '../service/explained.ts';
import { addSettingOptions, settingsOf } from '../service/setting-options.ts';

interface CompactOptions {
  readonly dryRun?: true;
  readonly format: string;
}

/** Returns the command, ready to be added to the program. */
export function compactCommand(): Command {
  const command = new Command('compact')
    .description('move old entries of the journal into compressed segments')
    .option('--dry-run', 'only say how many entries would be moved')
    .addOption(formatOption('text, or json for one line a policy'))
    .addHelpText('after', HELP);
  addSettingOptions(command, ['data', 'database', 'rawEntries', 'rawDays']);
  return command.action(() => reportFailure(() => compact(command)));
}

const HELP = `
A service does this by itself, a little at a time. On a folder, stop the service first; on PostgreSQL it may
run. Nothing is lost: everything is read, replayed and verified as before.

Examples:
  hedgerow compact --data ./decisions --raw-entries 10000
  hedgerow compact --data ./decisions --dry-run`;

async function compact(command: Command): Promise<void> {
  const { dryRun: isDryRun = false, format } = command.opts<CompactOptions>();
  const settings = await settingsOf(command);
  const { compactJournal } = await import('@hedgerow/service');
  const onProgress = ({ policy, entries }: CompactedPolicy) =>
    process.stderr.write(`${policy}: ${entries} entries moved …\n`);
  const compacted = await explained(() => compactJournal(settings, { isDryRun, onProgress }));
  for (const one of compacted) {
    await writeLine(format === 'json' ? JSON.stringify(one) : lineOf(one, isDryRun));
  }
  if (compacted.length === 0) process.stderr.write('Nothing is old enough to be moved.\n');
}

function lineOf({ policy, entries, bytes }: CompactedPolicy, isDryRun: boolean): string {
  if (isDryRun) return `${policy}: ${entries} entries would be moved`;
  return `${policy}: ${entries} entries moved, ${Math.round(bytes / entries)} bytes each`;
}

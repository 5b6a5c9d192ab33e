/**
 * `hedgerow farm check FILE`: what a table says, and what is wrong with it, before anything is stored.
 */
import {
  guessKind,
  readFields,
  readHarvests,
  readHybrids,
  readTrials,
  reportLines,
  type TableKind,
  type TableReport,
} from '@hedgerow/farm';
import { Command, Option } from 'commander';
import { readTableFile } from '../farm/read-table-file.ts';
import {
  addYieldOptions,
  type YieldCommandOptions,
  yieldOptionsOf,
} from '../farm/table-options.ts';
import { EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { formatOption } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';

interface CheckOptions extends YieldCommandOptions {
  readonly as?: TableKind;
  readonly format: string;
}

/** Returns the command, ready to be added to `hedgerow farm`. */
export function farmCheckCommand(): Command {
  const command = new Command('check')
    .description(
      'read a table of trials, fields, harvests or hybrids, and say what is wrong with it',
    )
    .argument('<file>', 'CSV, TSV or text pasted from a spreadsheet (- for stdin)')
    .addOption(
      new Option(
        '--as <kind>',
        'what the table holds (default: what its headings suggest)',
      ).choices(['trials', 'fields', 'harvests', 'hybrids']),
    )
    .addOption(formatOption('text, or json for rows and findings'))
    .addHelpText('after', HELP)
    .action((file: string, options: CheckOptions) => reportFailure(() => check(file, options)));
  return addYieldOptions(command);
}

const HELP = `
An error blocks: the command ends with 1. A warning is something that you should look at; a note says what
was done.

Example:
  hedgerow farm check trials.csv --map yield=Ertrag --unit dt/ha`;

async function check(file: string, options: CheckOptions): Promise<void> {
  const { text, encoding } = await readTableFile(file);
  const report = readAs(text, options);
  if (options.format === 'json') await writeLine(JSON.stringify({ encoding, ...report }));
  else {
    for (const line of reportLines(report)) await writeLine(line);
    if (encoding !== 'UTF-8')
      await writeLine(`note: The file is not UTF-8; it was read as ${encoding}.`);
  }
  if (report.isBlocked) process.exitCode = EXIT_CHECK_FAILED;
}

function readAs(text: string, options: CheckOptions): TableReport<unknown> {
  const reading = yieldOptionsOf(options);
  switch (options.as ?? guessKind(text, reading) ?? 'trials') {
    case 'fields':
      return readFields(text, reading);
    case 'harvests':
      return readHarvests(text, reading);
    case 'hybrids':
      return readHybrids(text, reading);
    case 'trials':
      return readTrials(text, reading);
  }
}

/**
 * `hedgerow maize accuracy TABLE`: what every yield model is worth on seasons, years and fields that it has
 * not seen.
 */
import os from 'node:os';
import {
  accuracyAgreement,
  accuracyTable,
  agreementLines,
  maizeAccuracy,
  reliabilityLines,
} from '@hedgerow/lab';
import { Command, Option } from 'commander';
import { EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { interruptible } from '../output/interruptible.ts';
import { wholeNumber } from '../output/option-values.ts';
import { tableLines } from '../output/table.ts';
import { writeLine } from '../output/text-output.ts';

interface AccuracyOptions {
  readonly environments: string;
  readonly quick: boolean;
  readonly workers: number;
  readonly format: 'text' | 'json';
}

/** Returns the command, ready to be added to `hedgerow maize`. */
export function maizeAccuracyCommand(): Command {
  return new Command('accuracy')
    .description('measure yield models on field-years, years and fields that they have not seen')
    .argument('<table>', 'a tidy table, .csv or .parquet, from hedgerow maize import')
    .requiredOption('--environments <file>', 'season weather of the trials, rain included')
    .option('--quick', 'leave out years only: 4 folds in place of 97', false)
    .option(
      '--workers <count>',
      'number of threads',
      wholeNumber(1, 1024),
      os.availableParallelism(),
    )
    .addOption(
      new Option('--format <format>', 'text (an aligned table) or json')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', HELP)
    .action((table: string, options: AccuracyOptions) =>
      reportFailure(() =>
        interruptible('Nothing is kept.', (signal) => measure(table, options, signal)),
      ),
    );
}

const HELP = `
Everything is fitted again in each fold. A cell has one number for each scheme: a field-year, a year, a
field left out. t/ha, and shares.

Exit code 0: all figures are within three standard errors of the reference, which is for the trials of
2014 to 2017 with 2994 plots. 1: some are not. 2: bad arguments or files. 130: interrupted.

Example:
  hedgerow maize accuracy plots.csv --environments environments.csv --quick`;

async function measure(
  table: string,
  { environments, quick, workers, format }: AccuracyOptions,
  signal: AbortSignal,
): Promise<void> {
  const results = await maizeAccuracy(
    { table, environments },
    {
      isQuick: quick,
      workerCount: workers,
      signal,
      onProgress: (line) => process.stderr.write(`${line}\n`),
    },
  );
  const agreement = accuracyAgreement(results);
  const lines =
    format === 'json'
      ? [JSON.stringify({ results, agreement }, null, 2)]
      : [
          `left out: ${results.map(({ scheme }) => scheme).join(' / ')}`,
          ...tableLines(accuracyTable(results)),
          'stated chance of one hybrid to beat another, and what was observed:',
          ...reliabilityLines(results),
          ...agreementLines(agreement),
        ];
  for (const line of lines) await writeLine(line);
  if (agreement.disagreements.length > 0) process.exitCode = EXIT_CHECK_FAILED;
}

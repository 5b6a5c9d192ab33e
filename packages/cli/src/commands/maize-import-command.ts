/**
 * `hedgerow maize import FILES…`: makes one tidy table of the official trial files.
 */
import { type ImportReport, importLines, importMaize, reportPath } from '@hedgerow/lab';
import { Command, Option } from 'commander';
import { reportFailure } from '../output/exit-codes.ts';
import { listOf, wholeNumber } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';

const HYBRIDS_MAX = 100_000;

interface ImportCommandOptions {
  readonly output: string;
  readonly yield: 'released' | 'net';
  readonly soil: 'measured' | 'carried';
  readonly fields?: readonly string[];
  readonly hybrids?: number;
  readonly format: 'text' | 'json';
}

/** Returns the command, ready to be added to `hedgerow maize`. */
export function maizeImportCommand(): Command {
  return new Command('import')
    .description('make one tidy table of the official maize trial files')
    .argument('<files...>', 'plots, soil, weather or metadata; each is known by its heading')
    .requiredOption('--output <file>', 'the table: .csv or .parquet')
    .addOption(
      new Option('--yield <choice>', 'yields as released, or computed on the net area of the plot')
        .choices(['released', 'net'])
        .default('released'),
    )
    .addOption(
      new Option('--soil <rule>', 'soil measured in that field-year, or carried between its years')
        .choices(['measured', 'carried'])
        .default('measured'),
    )
    .option('--fields <codes>', 'keep these fields only, separated by commas', listOf(String))
    .option(
      '--hybrids <count>',
      'keep only so many hybrids, those with most plots',
      wholeNumber(1, HYBRIDS_MAX),
    )
    .addOption(
      new Option('--format <format>', 'text, or json for the whole report')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', HELP)
    .action((files: string[], options: ImportCommandOptions) =>
      reportFailure(() => importFiles(files, options)),
    );
}

const HELP = `
Every plot that is left out is counted by its reason; the report is also written beside the table.
docs/guides/maize-data.md tells where the files come from and what is odd about them.

Example:
  hedgerow maize import g2f_2016_hybrid_data_clean.csv g2f_2017_hybrid_data_clean.csv \\
    3_Training_Soil_Data_2015_2021.csv 4_Training_Weather_Data_2014_2021.csv \\
    --hybrids 24 --output plots.csv`;

async function importFiles(files: readonly string[], options: ImportCommandOptions): Promise<void> {
  const report = await importMaize({
    files,
    output: options.output,
    yields: options.yield,
    soil: options.soil,
    ...(options.fields === undefined ? {} : { fields: options.fields }),
    ...(options.hybrids === undefined ? {} : { hybridCount: options.hybrids }),
    onProgress: (line) => process.stderr.write(`${line}\n`),
  });
  await print(report, options);
}

async function print(report: ImportReport, options: ImportCommandOptions): Promise<void> {
  for (const warning of report.warnings) process.stderr.write(`warning: ${warning}\n`);
  const lines = options.format === 'json' ? [JSON.stringify(report)] : importLines(report);
  for (const line of lines) await writeLine(line);
  process.stderr.write(
    `The table is in ${options.output}, the report in ${reportPath(options.output)}\n`,
  );
}

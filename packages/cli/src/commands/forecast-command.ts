/**
 * `hedgerow forecast`: what is in a file that was downloaded.
 */
import { describeForecast, type ForecastSummary } from '@hedgerow/forecasts';
import { Command } from 'commander';
import {
  addFileOptions,
  type FileOptions,
  readForecastFile,
} from '../forecasts/forecast-options.ts';
import { reportFailure } from '../output/exit-codes.ts';
import { formatOption } from '../output/option-values.ts';
import { tableLines } from '../output/table.ts';
import { writeLine } from '../output/text-output.ts';

interface ForecastCommandOptions extends FileOptions {
  readonly format: string;
}

/** Returns the command `forecast`. */
export function forecastCommand(): Command {
  const command = new Command('forecast')
    .description(
      'show what is in a forecast as downloaded: format, variables, units, members, horizon',
    )
    .argument('<file>', 'the file, or - for standard input');
  return addFileOptions(command)
    .addOption(formatOption())
    .addHelpText('after', HELP)
    .action((file: string, options: ForecastCommandOptions) =>
      reportFailure(() => run(file, options)),
    );
}

const HELP = `
Read are Open-Meteo (ensembles, forecasts, archives), MET Norway locationforecast, National Weather
Service gridpoints, Solcast, NASA POWER, Hubverse, tables of quantiles (q0.1, p10, -lo-80/-hi-80,
yhat_lower/yhat_upper) and plain CSV. GRIB and netCDF are not: make a table of them first.

Examples:
  hedgerow forecast ensemble.json
  hedgerow forecast prophet.csv --interval 0.8
  hedgerow forecast weather.csv --where 'Env=MOH1_*' --format json`;

async function run(file: string, options: ForecastCommandOptions): Promise<void> {
  const summary = describeForecast(await readForecastFile(file, options));
  const lines = options.format === 'json' ? [JSON.stringify(summary)] : summaryText(summary);
  for (const line of lines) await writeLine(line);
}

function summaryText(summary: ForecastSummary): string[] {
  const made =
    summary.issuedAt === null ? 'does not say when it was made' : `made ${summary.issuedAt}`;
  const rows = summary.variables.map((variable) => [
    variable.name,
    unitWords(variable),
    trackWords(variable),
    `${Number(variable.stepHours.toPrecision(3))} h`,
    variable.reaches ?? 'nothing',
    variable.missing === 0 ? '' : `${variable.missing} missing`,
  ]);
  return [
    `${summary.title} (${summary.format}), ${made}, clock ${summary.utcOffset}`,
    '',
    ...tableLines([['variable', 'unit', 'told by', 'step', 'reaches', ''], ...rows]),
    ...(summary.notes.length === 0 ? [] : ['', ...summary.notes]),
  ];
}

type Variable = ForecastSummary['variables'][number];

function unitWords({ unit, isUnitKnown }: Variable): string {
  if (unit === null) return 'not said';
  return isUnitKnown ? unit : `${unit} (not known)`;
}

function trackWords({ kind, tracks }: Variable): string {
  if (kind === 'members') return `${tracks.length} members`;
  if (kind === 'quantiles') return tracks.join(' ');
  return kind === 'normal' ? 'mean and deviation' : 'one value';
}

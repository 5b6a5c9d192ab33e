/**
 * The options with which a command takes forecasts as files, and what becomes of them.
 */
import {
  type Forecast,
  type ForecastContext,
  ForecastError,
  forecastContext,
  JOINS,
  type Join,
  parseWindow,
  type ReadOptions,
  readForecast,
} from '@hedgerow/forecasts';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailure } from '../output/exit-codes.ts';
import { finiteNumber, oneOf, share, wholeNumber } from '../output/option-values.ts';
import { readInput } from '../output/read-input.ts';
import { addVariable, type VariableRequests } from './variable-option.ts';

/** How files are read that do not say everything themselves. */
export interface FileOptions {
  readonly utcOffset?: string;
  readonly interval?: number;
  readonly where?: Readonly<Record<string, string>>;
}

export interface ForecastOptions extends FileOptions {
  readonly forecast?: readonly string[];
  readonly window?: string;
  readonly variable?: VariableRequests;
  readonly history?: string;
  readonly historyWhere?: Readonly<Record<string, string>>;
  readonly leastSeasons?: number;
  readonly join?: Join;
  readonly now?: string;
  readonly maxAge?: number;
}

/** Adds the options of how files are read. */
export function addFileOptions(command: Command): Command {
  return command
    .option(
      '--utc-offset <+02:00>',
      'the clock by which days are counted; that of the file if left out',
    )
    .option('--interval <share>', 'what lies between yhat_lower and yhat_upper, such as 0.8', share)
    .option(
      '--where <column=value>',
      'only these rows of a table; repeat for more columns',
      addCondition,
    );
}

/** Adds the options that make a context of forecasts. */
export function addForecastOptions(command: Command): Command {
  const taken = command
    .option('--forecast <file>', 'a forecast as downloaded; repeat for more files', addFile)
    .option('--window <from..to>', 'the days it is about, both included: 2026-04-20..2026-09-20')
    .option(
      '--variable <name=column:mean>',
      'what to make of a column: mean, sum, degree-days',
      addVariable,
    )
    .option('--history <file>', 'daily weather of past years, for days that no forecast reaches')
    .option('--history-where <column=value>', 'only these rows of the history', addCondition)
    .option(
      '--least-seasons <count>',
      'refuse a history with fewer whole seasons (default 5)',
      wholeNumber(1, 1000),
    )
    .option(
      '--join <rule>',
      `how members and seasons are joined: ${JOINS.join(' or ')}`,
      oneOf(...JOINS),
    )
    .option('--max-age <hours>', 'refuse older forecasts (default 48)', finiteNumber)
    .option('--now <time>', 'the present, if it is not that of the clock: 2026-04-19T06:00Z');
  return addFileOptions(taken);
}

/** Returns the context that the options ask for; null if they ask for none. */
export async function readForecastContext(
  options: ForecastOptions,
): Promise<ForecastContext | null> {
  const { forecast = [], window, variable, history } = options;
  if (
    variable === undefined &&
    forecast.length === 0 &&
    history === undefined &&
    window === undefined
  )
    return null;
  if (
    variable === undefined ||
    window === undefined ||
    (forecast.length === 0 && history === undefined)
  ) {
    throw new CommandFailure(
      '--forecast or --history, --window and --variable belong together; one of them is missing.',
    );
  }
  const forecasts: Forecast[] = [];
  for (const file of forecast) forecasts.push(await readForecastFile(file, options));
  const past =
    history === undefined
      ? {}
      : { history: await readForecastFile(history, { where: options.historyWhere ?? {} }) };
  return forecastContext({
    forecasts,
    window: parseWindow(window),
    variables: variable,
    now: options.now ?? new Date().toISOString(),
    ...past,
    ...(options.leastSeasons === undefined ? {} : { leastSeasons: options.leastSeasons }),
    ...(options.join === undefined ? {} : { join: options.join }),
    ...(options.maxAge === undefined ? {} : { maxAgeHours: options.maxAge }),
  });
}

/** Reads one file; what is refused names it. */
export async function readForecastFile(file: string, options: FileOptions): Promise<Forecast> {
  const text = await readInput(file);
  const { utcOffset, interval, where } = options;
  const said: ReadOptions = {
    ...(utcOffset === undefined ? {} : { utcOffset }),
    ...(interval === undefined ? {} : { interval }),
    ...(where === undefined ? {} : { where }),
  };
  try {
    return readForecast(text, said);
  } catch (error) {
    if (!(error instanceof ForecastError)) throw error;
    throw new CommandFailure(`${file}: ${error.message}`);
  }
}

function addFile(file: string, before: readonly string[] = []): readonly string[] {
  return [...before, file];
}

function addCondition(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, column, value] = /^([^=]+)=(.*)$/.exec(text) ?? [];
  if (column === undefined) throw new InvalidArgumentError('It must read column=value.');
  return Object.fromEntries([...Object.entries(before), [column, value!]]);
}

/**
 * Past forecasts and what came, from a table: one line a forecast, a heading first; commas, semicolons or tabs.
 *
 *   time?, lead?, outcome, and mean, sd | p10, p50, p90 or q0.1, q0.5, q0.9 | member1, member2, …
 *
 * Times are dates or numbers; leads are counted in days, or in the unit of the numbers. Lines whose outcome is not known yet
 * are left out, and so are members that are missing.
 */
import { ForecastError } from '../forecast-error.ts';
import type { PastForecast } from './check-forecasts.ts';
import { type PredictiveForecast, requireForecast } from './predictive.ts';

export interface PastForecasts {
  readonly rows: readonly PastForecast[];
  /** Lines without an outcome. */
  readonly pendingCount: number;
}

const NAMES = {
  time: ['time', 'date', 'valid', 'valid_time'],
  lead: ['lead', 'lead_days', 'horizon'],
  outcome: ['outcome', 'observed', 'observation', 'obs', 'actual'],
  mean: ['mean', 'mu'],
  sd: ['sd', 'std', 'sigma'],
} as const;
const QUANTILE = /^(?:p(\d+(?:\.\d+)?)|q(0?\.\d+))$/;
const MEMBER = /^(?:member|ens|m)[_-]?\d+$/;
const MILLISECONDS_A_DAY = 86_400_000;

/** One line: its number for people, and its cells by the names of the heading. */
interface Line {
  readonly number: number;
  readonly cells: ReadonlyMap<string, string>;
}

/** Reads the table; refuses one without outcomes or forecasts, and numbers that are none. */
export function readPastForecasts(text: string): PastForecasts {
  const [heading = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const separator = [';', '\t'].find((candidate) => heading.includes(candidate)) ?? ',';
  const split = (line: string) =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = split(heading).map((name) => name.toLowerCase());
  requireColumns(names);
  const filled = lines
    .map((line, place) => ({ number: place + 2, line }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ number, line }) => {
      const values = split(line);
      return { number, cells: new Map(names.map((name, k) => [name, values[k] ?? ''])) };
    });
  const known = filled.filter((line) => textOf(line, 'outcome') !== '');
  return { rows: known.map(readRow), pendingCount: filled.length - known.length };
}

function requireColumns(names: readonly string[]): void {
  const has = (column: keyof typeof NAMES) => NAMES[column].some((name) => names.includes(name));
  const hasForecast =
    (has('mean') && has('sd')) || names.some((name) => QUANTILE.test(name) || MEMBER.test(name));
  if (has('outcome') && hasForecast) return;
  throw new ForecastError({
    code: 'HF_MISSING',
    rule: 'The heading must name outcome, and mean and sd, or quantiles (p10, p90), or members (member1, …)',
    received: names.join(', '),
  });
}

function readRow(line: Line): PastForecast {
  const time = textOf(line, 'time');
  const lead = textOf(line, 'lead');
  const forecast = readForecast(line);
  requireForecast(forecast);
  return {
    forecast,
    outcome: numberOf(line, 'outcome', textOf(line, 'outcome')),
    ...(time === '' ? {} : { time: readTime(line, time) }),
    ...(lead === '' ? {} : { lead: numberOf(line, 'lead', lead) }),
  };
}

function readForecast(line: Line): PredictiveForecast {
  const mean = textOf(line, 'mean');
  if (mean !== '') {
    const sd = numberOf(line, 'sd', textOf(line, 'sd'));
    return { kind: 'normal', mean: numberOf(line, 'mean', mean), sd };
  }
  const filled = [...line.cells].filter(([, text]) => text !== '');
  const quantiles = filled.flatMap(([name, text]) => {
    const percent = percentOf(name);
    return percent === null ? [] : [[`p${percent}`, numberOf(line, name, text)] as const];
  });
  if (quantiles.length > 0) return { kind: 'quantiles', ...Object.fromEntries(quantiles) };
  const members = filled.filter(([name]) => MEMBER.test(name));
  return { kind: 'ensemble', points: members.map(([name, text]) => numberOf(line, name, text)) };
}

function percentOf(name: string): number | null {
  const found = QUANTILE.exec(name);
  if (found === null) return null;
  return found[1] === undefined
    ? Number((100 * Number(found[2])).toPrecision(12))
    : Number(found[1]);
}

/** A number as it stands, a date in days. */
function readTime(line: Line, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  const milliseconds = Date.parse(text);
  if (!Number.isNaN(milliseconds)) return milliseconds / MILLISECONDS_A_DAY;
  throw wrongCell(line, 'time', text, 'a number or a date such as 2026-07-01');
}

function numberOf(line: Line, name: string, text: string): number {
  const value = Number(text);
  if (text !== '' && Number.isFinite(value)) return value;
  throw wrongCell(line, name, text, 'a number, with a point for decimals');
}

function wrongCell(line: Line, name: string, text: string, wanted: string): ForecastError {
  return new ForecastError({
    code: 'HF_FORMAT',
    rule: `Line ${line.number}: ${name} must be ${wanted}`,
    received: text === '' ? 'nothing' : JSON.stringify(text),
  });
}

function textOf({ cells }: Line, column: keyof typeof NAMES): string {
  const name = NAMES[column].find((candidate) => cells.has(candidate));
  return name === undefined ? '' : cells.get(name)!;
}

/**
 * Past seasons: the same days of the calendar in the years of a daily history.
 *
 * Each year whose days are all there, for every variable, is one member, and its variables stay
 * joined: a cool year was also a wet one. A year of which a day is missing is left out, and said.
 * On 29 February of years that have none, the 28th stands in.
 */
import { DAY, writeTime } from '../base/stamps.ts';
import { ForecastError } from '../forecast-error.ts';
import type { ForecastSeries } from '../read/forecast.ts';
import type { Measure } from '../window/measure.ts';
import { firstHole, reachOf, totalOf } from '../window/totals.ts';
import type { TimeSpan } from '../window/window.ts';

/** One variable in the history, and the days that are wanted of it. */
export interface PastVariable {
  readonly series: ForecastSeries;
  readonly measure: Measure;
  readonly span: TimeSpan;
}

export interface PastSeasons {
  readonly years: readonly number[];
  /** One row a year, one total a variable. */
  readonly totals: readonly (readonly number[])[];
  readonly notes: readonly string[];
}

/** Returns what the days wanted added up to in every past year that is complete. */
export function pastSeasons(variables: readonly PastVariable[], least: number): PastSeasons {
  const first = new Date(Math.min(...variables.map(({ span }) => span.from))).getUTCFullYear();
  const years: number[] = [];
  const totals: number[][] = [];
  const leftOut: string[] = [];
  for (let year = oldestYear(variables, first); year < first; year++) {
    const seasons = variables.map((variable) => daysOf(variable.span, first - year));
    const missing = firstMissing(variables, seasons);
    if (missing === null) {
      years.push(year);
      totals.push(variables.map((variable, i) => totalOfDays(variable, seasons[i]!)));
    } else {
      leftOut.push(`${year} (no ${writeTime(missing)})`);
    }
  }
  if (years.length < least) throw tooFew({ years, leftOut, least });
  const notes = leftOut.length === 0 ? [] : [`Seasons left out: ${leftOut.join(', ')}.`];
  return { years, totals, notes };
}

function oldestYear(variables: readonly PastVariable[], first: number): number {
  const reaches = variables.flatMap(({ series }) => reachOf(series) ?? []);
  return Math.min(first, ...reaches.map(({ from }) => new Date(from).getUTCFullYear()));
}

/** Returns the days of a span, some years before. */
function daysOf({ from, to }: TimeSpan, back: number): number[] {
  return Array.from({ length: (to - from) / DAY }, (_, k) => yearsEarlier(from + k * DAY, back));
}

function yearsEarlier(day: number, back: number): number {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear() - back, date.getUTCMonth()];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last));
}

function firstMissing(
  variables: readonly PastVariable[],
  seasons: readonly (readonly number[])[],
): number | null {
  const missing = variables.flatMap(({ series }, i) => {
    const hole = (day: number) => firstHole(series, { from: day, to: day + DAY }) !== null;
    return seasons[i]!.find(hole) ?? [];
  });
  return missing.length === 0 ? null : Math.min(...missing);
}

function totalOfDays({ series, measure }: PastVariable, days: readonly number[]): number {
  const { values } = series.tracks[0]!;
  let total = 0;
  for (const day of days) total += totalOf(series, values, measure, { from: day, to: day + DAY });
  return total;
}

interface TooFew {
  readonly years: readonly number[];
  readonly leftOut: readonly string[];
  readonly least: number;
}

function tooFew({ years, leftOut, least }: TooFew): ForecastError {
  const incomplete = leftOut.length === 0 ? '' : `, incomplete ${leftOut.join(', ')}`;
  return new ForecastError({
    code: 'HF_MISSING',
    rule: `the history must have at least ${least} earlier years with all days that no forecast reaches`,
    received: `${years.length === 0 ? 'none' : years.join(', ')}${incomplete}`,
    remedy: 'Download more years; few of them understate how far seasons differ.',
  });
}

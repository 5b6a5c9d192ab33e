/**
 * What the steps of a series add up to over a stretch of time, and whether they cover it.
 *
 * A step that lies partly inside counts with the part that does. Coverage is demanded: the first
 * stretch that is not covered, or not on every track, is an error that names it.
 */
import { DAY } from '../base/stamps.ts';
import { ForecastError } from '../forecast-error.ts';
import type { ForecastSeries, Track } from '../read/forecast.ts';
import type { Measure } from './measure.ts';
import { daysIn, type TimeSpan, writeSpan } from './window.ts';

/** Returns the first stretch inside of a span that a series does not cover on all its tracks; null if none. */
export function firstHole(series: ForecastSeries, span: TimeSpan): Hole | null {
  const { starts, ends, tracks } = series;
  let covered = span.from;
  for (let k = firstStep(series, span.from); k < starts.length && starts[k]! < span.to; k++) {
    if (starts[k]! > covered) return { from: covered, to: starts[k]!, track: null };
    const track = tracks.find(({ values }) => Number.isNaN(values[k]!));
    if (track !== undefined) return { from: starts[k]!, to: ends[k]!, track };
    covered = ends[k]!;
  }
  return covered < span.to ? { from: covered, to: span.to, track: null } : null;
}

export interface Hole extends TimeSpan {
  /** The track that has no value there; null if the step itself is missing. */
  readonly track: Track | null;
}

/** Refuses a series that does not cover a span. */
export function requireCovered(series: ForecastSeries, span: TimeSpan): void {
  const hole = firstHole(series, span);
  if (hole === null) return;
  const reach = reachOf(series);
  const whom = series.tracks.length > 1 && hole.track ? ` of ${hole.track.name}` : '';
  throw new ForecastError({
    code: 'HF_MISSING',
    rule: `${series.name} must cover the window, ${writeSpan(span)}`,
    received: `nothing${whom} for ${writeSpan(hole)}${reach === null ? '' : ` (it reaches ${writeSpan(reach)})`}`,
    remedy:
      'Shorten the window, download more, or give a daily history for what no forecast reaches.',
  });
}

/** Returns from the first to the last step that is there on all tracks; null if none is. */
export function reachOf({ starts, ends, tracks }: ForecastSeries): TimeSpan | null {
  const isWhole = (k: number) => tracks.every(({ values }) => !Number.isNaN(values[k]!));
  let first = 0;
  let last = starts.length - 1;
  while (first <= last && !isWhole(first)) first++;
  while (last >= first && !isWhole(last)) last--;
  return last < first ? null : { from: starts[first]!, to: ends[last]! };
}

/** Returns what one track adds up to over a span that it covers; a mean is not yet divided by the days. */
export function totalOf(
  series: ForecastSeries,
  values: Float64Array,
  measure: Measure,
  span: TimeSpan,
): number {
  if (measure.aggregate !== 'degree-days') return integral(series, values, measure, span);
  let total = 0;
  for (let day = span.from; day < span.to; day += DAY) {
    const mean = integral(series, values, measure, { from: day, to: day + DAY });
    total += measure.ofDay(mean);
  }
  return total;
}

function integral(
  series: ForecastSeries,
  values: Float64Array,
  { isAmount, convert }: Measure,
  span: TimeSpan,
): number {
  const { starts, ends } = series;
  let total = 0;
  for (let k = firstStep(series, span.from); k < starts.length && starts[k]! < span.to; k++) {
    const inside = Math.min(ends[k]!, span.to) - Math.max(starts[k]!, span.from);
    total += convert(values[k]!) * (isAmount ? inside / (ends[k]! - starts[k]!) : inside);
  }
  return isAmount ? total : total / DAY;
}

/** Returns the first step that ends after a moment. */
function firstStep({ ends }: ForecastSeries, moment: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! > moment) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the value of a window from its total. */
export function valueOfTotal(total: number, { aggregate }: Measure, span: TimeSpan): number {
  const value = aggregate === 'mean' ? total / daysIn(span) : total;
  if (Number.isFinite(value)) return value;
  throw new ForecastError({
    code: 'HF_RANGE',
    rule: `the ${aggregate} over ${writeSpan(span)} must be a finite number`,
    received: String(value),
    remedy: 'The values of the file are too large to be added.',
  });
}

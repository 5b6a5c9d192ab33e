/**
 * MET Norway, locationforecast "complete": one entry a time, hourly at first, then every six hours.
 *
 * Instants hold until the next entry. Percentiles come for temperature and wind only
 * (`air_temperature_percentile_10`); the plain value stands between them as the median. Amounts are of the
 * hours that follow (`next_1_hours`, `next_6_hours`): the finest that joins on to the next entry is taken.
 * `precipitation_amount_min` and `_max` are limits of unknown level, so rain has no spread here.
 */
import { HOUR, readOffset, readStamp } from '../base/stamps.ts';
import { ForecastError } from '../forecast-error.ts';
import type { Forecast, ForecastSeries } from './forecast.ts';
import { fieldOf, isRecord, listOf, ownOf, recordOf, textIn, textOf } from './json.ts';
import { readNumber } from './numbers.ts';
import { quantileTracks } from './quantile-tracks.ts';
import type { ReadOptions } from './read-options.ts';

const PERCENTILE = /^(.+)_percentile_(\d+(?:\.\d+)?)$/;
const AMOUNT = 'precipitation_amount';
const LONGEST = 6 * HOUR;

/** Returns whether a document is a location forecast. */
export function isMetNorway(document: unknown): boolean {
  return Array.isArray(fieldOf(document, 'properties.timeseries'));
}

interface Entry {
  readonly start: number;
  readonly end: number;
  readonly data: unknown;
}

/** Reads a location forecast. */
export function readMetNorway(document: unknown, options: ReadOptions): Forecast {
  const utcOffset = readOffset(options.utcOffset ?? 'Z');
  const entries = entriesOf(listOf(document, 'properties.timeseries'), utcOffset);
  const units = recordOf(document, 'properties.meta.units');
  const names = new Set(entries.flatMap(({ data }) => Object.keys(instantOf(data))));
  const notes = options.utcOffset === undefined ? ['Days are counted at +00:00.'] : [];
  const series = [...names]
    .filter((name) => !PERCENTILE.test(name))
    .map((name) => instantSeries(name, [...names], entries, textIn(units, name), notes));
  const rain = amountSeries(entries, textIn(units, AMOUNT));
  const updated = textIn(document, 'properties.meta.updated_at');
  const issued = updated === null ? null : readStamp(updated);
  return {
    format: 'met-norway',
    title: 'MET Norway location forecast',
    issuedAt: issued === null ? null : issued.wall - (issued.offset ?? 0),
    utcOffset,
    series: rain === null ? series : [...series, rain],
    notes,
  };
}

function entriesOf(list: readonly unknown[], utcOffset: number): Entry[] {
  const timed = list
    .map((entry) => {
      const { wall, offset } = readStamp(textOf(entry, 'time'));
      return { start: wall - (offset ?? 0) + utcOffset, data: fieldOf(entry, 'data') };
    })
    .sort((a, b) => a.start - b.start);
  return timed.map((entry, k) => {
    const gap = (timed[k + 1]?.start ?? Number.POSITIVE_INFINITY) - entry.start;
    if (gap > 0) return { ...entry, end: entry.start + lengthOf(gap, k, timed) };
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: 'every time must come once',
      received: `${textOf(list[k], 'time')} twice`,
    });
  });
}

/** An instant holds until the next entry, for six hours at most; the last one as long as the one before. */
function lengthOf(gap: number, k: number, timed: readonly { start: number }[]): number {
  if (gap !== Number.POSITIVE_INFINITY) return Math.min(gap, LONGEST);
  return k === 0 ? HOUR : Math.min(timed[k]!.start - timed[k - 1]!.start, LONGEST);
}

function instantOf(data: unknown): Readonly<Record<string, unknown>> {
  const details = fieldOf(data, 'instant.details');
  return isRecord(details) ? details : {};
}

function instantSeries(
  name: string,
  names: readonly string[],
  entries: readonly Entry[],
  unit: string | null,
  notes: string[],
): ForecastSeries {
  const column = (key: string) =>
    Float64Array.from(entries, ({ data }) => readNumber(ownOf(instantOf(data), key), () => key));
  const steps = {
    starts: Float64Array.from(entries, ({ start }) => start),
    ends: Float64Array.from(entries, ({ end }) => end),
  };
  const levels = names.flatMap((key) => {
    const [, base, percent] = PERCENTILE.exec(key) ?? [];
    return base === name ? [{ level: Number(percent) / 100, values: column(key) }] : [];
  });
  if (levels.length === 0) {
    return {
      name,
      unit,
      kind: 'point',
      tracks: [{ name: 'value', values: column(name) }],
      ...steps,
    };
  }
  const tracks = quantileTracks({ name, levels, centre: column(name), steps, notes });
  return { name, unit, kind: 'quantiles', tracks, ...steps };
}

function amountSeries(entries: readonly Entry[], unit: string | null): ForecastSeries | null {
  const taken: { start: number; end: number; value: number }[] = [];
  entries.forEach(({ start, data }, k) => {
    if (start < (taken.at(-1)?.end ?? Number.NEGATIVE_INFINITY)) return;
    const next = entries[k + 1]?.start;
    const choices = [1, 6].map((hours) => ({
      start,
      end: start + hours * HOUR,
      value: readNumber(fieldOf(data, `next_${hours}_hours.details.${AMOUNT}`), () => AMOUNT),
    }));
    const present = choices.filter(({ value }) => !Number.isNaN(value));
    const found = present.find(({ end }) => next === undefined || end >= next) ?? present[0];
    if (found !== undefined) taken.push(found);
  });
  if (taken.length === 0) return null;
  return {
    name: AMOUNT,
    unit,
    kind: 'point',
    tracks: [{ name: 'value', values: Float64Array.from(taken, ({ value }) => value) }],
    starts: Float64Array.from(taken, ({ start }) => start),
    ends: Float64Array.from(taken, ({ end }) => end),
  };
}

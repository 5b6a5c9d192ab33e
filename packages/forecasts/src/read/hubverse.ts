/**
 * Hubverse: one row a number, with `output_type` and `output_type_id`.
 *
 *     target_end_date,location,target,output_type,output_type_id,value
 *     2026-11-21,US,wk inc flu hosp,quantile,0.1,1200
 *
 * Quantiles become levels and samples members; medians and means beside them are left alone, and
 * what comes as cdf or pmf alone is refused. `target_end_date` is the last day of its step.
 */
import { DAY, readStamp } from '../base/stamps.ts';
import { ForecastError } from '../forecast-error.ts';
import type { Forecast, ForecastSeries, Steps, Track } from './forecast.ts';
import { type Cell, listNames, readNumber } from './numbers.ts';
import { quantileTracks } from './quantile-tracks.ts';
import type { ReadOptions } from './read-options.ts';
import { stepsOf } from './steps.ts';
import type { Table } from './table.ts';
import { chooseRows } from './table-series.ts';

const KEYS = ['location', 'target', 'model_id', 'origin_date', 'reference_date'];
const TIMES = ['target_end_date', 'target_date'];

/** Returns whether a table is in the form of Hubverse. */
export function isHubverse({ header }: Table): boolean {
  return ['output_type', 'output_type_id', 'value'].every((name) => header.includes(name));
}

/** Reads the quantiles or the samples of one place, target and model. */
export function readHubverse(table: Table, options: ReadOptions): Forecast {
  const rows = chooseRows(table, options.where ?? {});
  requireOneOfEach(table.header, rows);
  const at = (name: string) => table.header.indexOf(name);
  const kind = ['quantile', 'sample'].find((type) =>
    rows.some((row) => row[at('output_type')] === type),
  );
  if (kind === undefined) throw nothingUsable(rows, at('output_type'));
  const time = TIMES.map(at).find((column) => column !== -1);
  if (time === undefined) throw noTime(table.header);
  const notes: string[] = [...table.notes];
  const chosen = rows.filter((row) => row[at('output_type')] === kind);
  const { steps, tracks } = pivot(chosen, {
    time,
    track: at('output_type_id'),
    value: at('value'),
  });
  const origin = ['reference_date', 'origin_date'].map(at).find((column) => column !== -1);
  return {
    format: 'hubverse',
    title: 'Hubverse',
    issuedAt: origin === undefined ? null : readStamp(String(rows[0]![origin])).wall,
    utcOffset: 0,
    series: [
      kind === 'quantile' ? quantileSeries(tracks, steps, notes) : sampleSeries(tracks, steps),
    ],
    notes: [...notes, 'target_end_date is taken as the last day of its step.'],
  };
}

function quantileSeries(tracks: readonly Track[], steps: Steps, notes: string[]): ForecastSeries {
  const levels = tracks.map(({ name, values }) => ({ level: Number(name), values }));
  const named = quantileTracks({ name: 'value', levels, centre: null, steps, notes });
  return { name: 'value', unit: null, kind: 'quantiles', tracks: named, ...steps };
}

function sampleSeries(tracks: readonly Track[], steps: Steps): ForecastSeries {
  return { name: 'value', unit: null, kind: 'members', tracks, ...steps };
}

function pivot(
  rows: readonly (readonly Cell[])[],
  column: { readonly time: number; readonly track: number; readonly value: number },
): { steps: Steps; tracks: Track[] } {
  const days = [...new Set(rows.map((row) => String(row[column.time])))];
  const walls = days.map((day) => readStamp(day).wall + DAY);
  const { order, starts, ends } = stepsOf(walls, { stamp: 'end' });
  const place = new Map([...order].map((row, k): [string, number] => [days[row]!, k]));
  const tracks = new Map<string, Float64Array>();
  for (const row of rows) {
    const name = String(row[column.track]).trim();
    if (!tracks.has(name)) tracks.set(name, new Float64Array(days.length).fill(Number.NaN));
    const values = tracks.get(name)!;
    const k = place.get(String(row[column.time]))!;
    if (!Number.isNaN(values[k]!)) throw twice(name, String(row[column.time]));
    values[k] = readNumber(row[column.value], () => `value at ${String(row[column.time])}`);
  }
  return {
    steps: { starts, ends },
    tracks: [...tracks].map(([name, values]) => ({ name, values })),
  };
}

function requireOneOfEach(header: readonly string[], rows: readonly (readonly Cell[])[]): void {
  for (const name of KEYS) {
    const column = header.indexOf(name);
    const found = column === -1 ? [] : [...new Set(rows.map((row) => String(row[column])))];
    if (found.length <= 1) continue;
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: `the rows must be of one ${name}`,
      received: `${found.slice(0, 5).join(', ')}${found.length > 5 ? ', …' : ''}`,
      remedy: `Choose one with where: { ${name}: '${found[0]}' }.`,
    });
  }
}

function twice(track: string, time: string): ForecastError {
  return new ForecastError({
    code: 'HF_FORMAT',
    rule: 'every output_type_id must come once at a time',
    received: `${track} twice at ${time}`,
  });
}

function nothingUsable(rows: readonly (readonly Cell[])[], column: number): ForecastError {
  return new ForecastError({
    code: 'HF_FORMAT',
    rule: 'a Hubverse table must hold quantiles or samples',
    received: `output_type ${[...new Set(rows.map((row) => String(row[column])))].join(', ')}`,
  });
}

function noTime(header: readonly string[]): ForecastError {
  return new ForecastError({
    code: 'HF_MISSING',
    rule: `a Hubverse table must have a column ${TIMES.join(' or ')}`,
    received: listNames(header),
  });
}

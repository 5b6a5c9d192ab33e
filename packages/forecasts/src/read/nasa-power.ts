/**
 * NASA POWER: daily weather of the past, as JSON or as CSV with a header of its own.
 *
 *     { "header": { "fill_value": -999 }, "parameters": { "T2M": { "units": "C" } },
 *       "properties": { "parameter": { "T2M": { "20160301": -4.76 } } } }
 *
 * Days that are missing hold the fill value. The unit of radiation depends on what was asked for, so it
 * is read from the file and never assumed.
 */
import { readStamp } from '../base/stamps.ts';
import type { Forecast, ForecastSeries } from './forecast.ts';
import { fieldOf, isRecord, type JsonRecord, recordOf, textIn } from './json.ts';
import { readNumber } from './numbers.ts';
import type { ReadOptions } from './read-options.ts';
import { stepsOf } from './steps.ts';
import { readTable } from './table.ts';
import { tableSeries } from './table-series.ts';

const FILL = -999;
const HEADER_END = '-END HEADER-';

/** Returns whether a document is one of NASA POWER. */
export function isNasaPower(document: unknown): boolean {
  return isRecord(fieldOf(document, 'properties.parameter'));
}

/** Returns whether a text is a table of NASA POWER. */
export function isNasaPowerTable(text: string): boolean {
  return text.startsWith('-BEGIN HEADER-') && text.includes(HEADER_END);
}

/** Reads the days of a document. */
export function readNasaPower(document: unknown): Forecast {
  const fill = fieldOf(document, 'header.fill_value');
  const parameters = recordOf(document, 'properties.parameter');
  const series = Object.keys(parameters).map((name) => {
    const unit = textIn(fieldOf(document, 'parameters') ?? {}, `${name}.units`);
    return daysOf(name, recordOf(parameters, name), unit);
  });
  return withoutFill(series, typeof fill === 'number' ? fill : FILL, []);
}

/** Reads the days of a table. */
export function readNasaPowerTable(text: string, options: ReadOptions): Forecast {
  const end = text.indexOf(HEADER_END);
  const table = readTable(text.slice(text.indexOf('\n', end) + 1));
  const { series, notes } = tableSeries(table, options);
  const units = unitsIn(text.slice(0, end));
  const named = series.map((one) => ({ ...one, unit: units.get(one.name) ?? one.unit }));
  return withoutFill(named, FILL, notes);
}

function daysOf(name: string, days: JsonRecord, unit: string | null): ForecastSeries {
  const keys = Object.keys(days);
  const { order, starts, ends } = stepsOf(
    keys.map((key) => readStamp(key).wall),
    { stamp: 'start' },
  );
  const values = Float64Array.from(order, (k) =>
    readNumber(days[keys[k]!], () => `${name} at ${keys[k]}`),
  );
  return { name, unit, kind: 'point', tracks: [{ name: 'value', values }], starts, ends };
}

/** Lines such as `T2M     MERRA-2 Temperature at 2 Meters (C)`. */
function unitsIn(header: string): Map<string, string> {
  const lines = header.split('\n').map((line) => /^(\S+) .*\(([^()]+)\)\s*$/.exec(line));
  return new Map(lines.flatMap((parts) => (parts === null ? [] : [[parts[1]!, parts[2]!]])));
}

function withoutFill(
  series: readonly ForecastSeries[],
  fill: number,
  notes: readonly string[],
): Forecast {
  const cleaned = series.map((one) => ({
    ...one,
    tracks: one.tracks.map(({ name, values }) => ({
      name,
      values: values.map((value) => (value === fill ? Number.NaN : value)),
    })),
  }));
  return {
    format: 'nasa-power',
    title: 'NASA POWER daily',
    issuedAt: null,
    utcOffset: 0,
    series: cleaned,
    notes,
  };
}

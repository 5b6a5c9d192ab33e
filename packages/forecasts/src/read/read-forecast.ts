/**
 * The door for files: recognises the format, says which it is, and reads it.
 *
 * Documents in JSON are told apart by the fields that their makers alone use, tables by their headings.
 */
import { ForecastError } from '../forecast-error.ts';
import type { Forecast, ForecastFormat } from './forecast.ts';
import { isHubverse, readHubverse } from './hubverse.ts';
import { isRecord, textIn } from './json.ts';
import { isMetNorway, readMetNorway } from './met-norway.ts';
import { isNasaPower, isNasaPowerTable, readNasaPower, readNasaPowerTable } from './nasa-power.ts';
import { describe, listNames } from './numbers.ts';
import { isNwsGridpoints, readNwsGridpoints } from './nws-gridpoints.ts';
import { isOpenMeteo, readOpenMeteo } from './open-meteo.ts';
import { isOpenMeteoTable, openMeteoDocument } from './open-meteo-table.ts';
import type { ReadOptions } from './read-options.ts';
import { isSolcast, readSolcast } from './solcast.ts';
import { readTable, tableOfRecords } from './table.ts';
import { tableSeries } from './table-series.ts';

interface DocumentReader {
  readonly recognises: (document: unknown) => boolean;
  readonly read: (document: unknown, options: ReadOptions) => Forecast;
}

const DOCUMENTS: readonly DocumentReader[] = [
  { recognises: isOpenMeteo, read: readOpenMeteo },
  { recognises: isMetNorway, read: readMetNorway },
  { recognises: isNasaPower, read: readNasaPower },
  { recognises: isNwsGridpoints, read: readNwsGridpoints },
  { recognises: isSolcast, read: readSolcast },
];

/** Reads a forecast, or a daily history, as it was downloaded. */
export function readForecast(text: string, options: ReadOptions = {}): Forecast {
  const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const forecast = /^\s*[{[]/.test(clean) ? readDocument(clean, options) : readText(clean, options);
  requireFormat(forecast.format, options.format);
  if (forecast.series.length === 0) {
    throw new ForecastError({
      code: 'HF_MISSING',
      rule: 'a forecast must have a variable',
      received: 'none',
    });
  }
  return forecast;
}

function readDocument(text: string, options: ReadOptions): Forecast {
  const document = parse(text);
  const reader = DOCUMENTS.find(({ recognises }) => recognises(document));
  if (reader !== undefined) return reader.read(document, options);
  if (Array.isArray(document) && document.some(isOpenMeteo)) throw severalPlaces(document.length);
  if (Array.isArray(document) && document.length > 0 && document.every(isRecord)) {
    return plainTable(tableSeries(tableOfRecords(document), options));
  }
  throw unknownDocument(document);
}

function unknownDocument(document: unknown): ForecastError {
  const reason = textIn(document, 'reason');
  const fields = isRecord(document) ? listNames(Object.keys(document)) : '';
  return new ForecastError({
    code: 'HF_FORMAT',
    rule: 'the document must be of Open-Meteo, MET Norway, NASA POWER, the National Weather Service or Solcast, or a list of records',
    received:
      reason === null ? `one with ${fields || 'no fields'}` : `an error: ${describe(reason)}`,
  });
}

function readText(text: string, options: ReadOptions): Forecast {
  if (isNasaPowerTable(text)) return readNasaPowerTable(text, options);
  if (isOpenMeteoTable(text)) return readOpenMeteo(openMeteoDocument(text), options);
  const table = readTable(text);
  if (isHubverse(table)) return readHubverse(table, options);
  return plainTable(tableSeries(table, options));
}

function plainTable({ series, utcOffset, notes }: ReturnType<typeof tableSeries>): Forecast {
  const hasQuantiles = series.some(({ kind }) => kind === 'quantiles');
  return {
    format: hasQuantiles ? 'quantile-table' : 'csv',
    title: hasQuantiles ? 'table of quantiles' : 'table',
    issuedAt: null,
    utcOffset,
    series,
    notes,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: 'a text that begins like JSON must be JSON',
      received: (error as Error).message,
      remedy: 'Perhaps the download was cut off.',
    });
  }
}

function severalPlaces(count: number): ForecastError {
  return new ForecastError({
    code: 'HF_FORMAT',
    rule: 'a forecast must be for one place',
    received: `a download for ${count}`,
    remedy: 'Download each place into a file of its own.',
  });
}

function requireFormat(found: ForecastFormat, asked: ForecastFormat | undefined): void {
  if (asked === undefined || asked === found) return;
  throw new ForecastError({
    code: 'HF_FORMAT',
    rule: `the file must be of the format ${asked}`,
    received: found,
  });
}

/**
 * Solcast: rooftop power and radiation, a mean over each period, with P10 and P90.
 *
 *     { "forecasts": [{ "pv_estimate": 1.2, "pv_estimate10": 0.6, "pv_estimate90": 1.9,
 *                       "period_end": "2026-11-16T10:30:00.0000000Z", "period": "PT30M" }] }
 *
 * Stamps stand at the end of a period; Home Assistant hands the same on as `detailedForecast` with
 * `period_start`. `pv_estimate` is the median, in kW; radiation is in W/m².
 */
import type { Forecast, ForecastSeries } from './forecast.ts';
import { fieldOf, isRecord } from './json.ts';
import type { ReadOptions } from './read-options.ts';
import { tableOfRecords } from './table.ts';
import { tableSeries } from './table-series.ts';

const LISTS = ['forecasts', 'estimated_actuals', 'detailedForecast', 'detailedHourly'];

const UNITS: ReadonlyMap<string, string> = new Map([
  ['pv_estimate', 'kW'],
  ['pv_power_rooftop', 'kW'],
  ['ghi', 'W/m²'],
  ['dni', 'W/m²'],
  ['dhi', 'W/m²'],
  ['gti', 'W/m²'],
  ['air_temp', '°C'],
]);

/** Returns whether a document lists periods. */
export function isSolcast(document: unknown): boolean {
  return periodsOf(document) !== null;
}

/** Reads a document of Solcast. */
export function readSolcast(document: unknown, options: ReadOptions): Forecast {
  const { series, utcOffset, notes } = tableSeries(tableOfRecords(periodsOf(document)!), options);
  return {
    format: 'solcast',
    title: 'Solcast',
    issuedAt: null,
    utcOffset,
    series: series.map(withUnit),
    notes,
  };
}

function withUnit(series: ForecastSeries): ForecastSeries {
  return { ...series, unit: UNITS.get(series.name) ?? series.unit };
}

function periodsOf(document: unknown): readonly Readonly<Record<string, unknown>>[] | null {
  for (const name of LISTS) {
    const list = fieldOf(document, name);
    if (!Array.isArray(list) || list.length === 0 || !list.every(isRecord)) continue;
    if (list.every((one) => 'period_end' in one || 'period_start' in one)) return list;
  }
  return null;
}

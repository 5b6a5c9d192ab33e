/**
 * What a file holds, for people: the variables, their units, how they are told and how far they reach.
 */
import { HOUR, writeOffset } from '../base/stamps.ts';
import { findUnit } from '../base/units.ts';
import type { Forecast, ForecastSeries } from '../read/forecast.ts';
import { reachOf } from './totals.ts';
import { type TimeSpan, writeSpan } from './window.ts';

export interface ForecastSummary {
  readonly format: string;
  readonly title: string;
  /** In Greenwich; null if the file does not say. */
  readonly issuedAt: string | null;
  readonly utcOffset: string;
  readonly variables: readonly SeriesSummary[];
  readonly notes: readonly string[];
}

export interface SeriesSummary {
  readonly name: string;
  readonly unit: string | null;
  /** Whether the unit can be converted. */
  readonly isUnitKnown: boolean;
  readonly kind: ForecastSeries['kind'];
  readonly tracks: readonly string[];
  readonly stepHours: number;
  /** From the first to the last step that is told on all tracks, the last day included; null if none is. */
  readonly reaches: string | null;
  /** Steps inside of this that lack a value. */
  readonly missing: number;
}

/** Returns what a file holds. */
export function describeForecast(forecast: Forecast): ForecastSummary {
  const { format, title, issuedAt, utcOffset, series, notes } = forecast;
  return {
    format,
    title,
    issuedAt: issuedAt === null ? null : `${new Date(issuedAt).toISOString().slice(0, 16)}Z`,
    utcOffset: writeOffset(utcOffset),
    variables: series.map(summaryOf),
    notes,
  };
}

function summaryOf(series: ForecastSeries): SeriesSummary {
  const { name, unit, kind, tracks, starts, ends } = series;
  const reach = reachOf(series);
  return {
    name,
    unit,
    isUnitKnown: unit !== null && findUnit(unit) !== undefined,
    kind,
    tracks: tracks.map((track) => track.name),
    stepHours: (ends[0]! - starts[0]!) / HOUR,
    reaches: reach === null ? null : writeSpan(reach),
    missing: reach === null ? starts.length : missingIn(series, reach),
  };
}

function missingIn({ starts, ends, tracks }: ForecastSeries, reach: TimeSpan): number {
  let missing = 0;
  for (let k = 0; k < starts.length; k++) {
    if (starts[k]! < reach.from || ends[k]! > reach.to) continue;
    if (tracks.some(({ values }) => Number.isNaN(values[k]!))) missing++;
  }
  return missing;
}

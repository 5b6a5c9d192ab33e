/**
 * One shape for every forecast: what it came from, and a series of steps for each variable.
 *
 * A step is a stretch of time with one value on each track. Tracks are the members of an ensemble
 * (joined: track k of one variable and track k of another are the same run), the levels of a
 * quantile forecast, a mean and its deviation, or a single value. Missing values are NaN.
 *
 * Times are those of a wall clock that stands still at `utcOffset`: days are counted by it, and no
 * hour is ever skipped or repeated.
 */
export const FORECAST_FORMATS = [
  'open-meteo',
  'met-norway',
  'nws-gridpoints',
  'solcast',
  'nasa-power',
  'hubverse',
  'quantile-table',
  'csv',
] as const;

export type ForecastFormat = (typeof FORECAST_FORMATS)[number];

export interface Forecast {
  readonly format: ForecastFormat;
  /** For people: "Open-Meteo ensemble". */
  readonly title: string;
  /** When it was made, in milliseconds since 1970 in Greenwich; null if the file does not say. */
  readonly issuedAt: number | null;
  /** Milliseconds by which the clock of its times is ahead of Greenwich. */
  readonly utcOffset: number;
  readonly series: readonly ForecastSeries[];
  /** What was assumed while reading it, in sentences. */
  readonly notes: readonly string[];
}

/** Stretches of time that follow each other; [starts[k], ends[k]) in milliseconds. */
export interface Steps {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

export interface Track {
  /** `control`, `member01`, `p10`, `mean`, `sd`, `value`. */
  readonly name: string;
  /** Of a quantile: the share of outcomes that lie below, 0 to 1. */
  readonly level?: number;
  readonly values: Float64Array;
}

export interface ForecastSeries extends Steps {
  readonly name: string;
  /** As the file writes it; null if it does not say. */
  readonly unit: string | null;
  readonly kind: 'members' | 'quantiles' | 'normal' | 'point';
  readonly tracks: readonly Track[];
}

/**
 * What was forecast of one number, in the plain forms that decisions take.
 *
 * A forecast without any spread (a deviation of 0, members that are all equal, limits that meet) says nothing that
 * could be tested by betting: `hasSpread` tells it apart.
 */
import { ForecastError } from '../forecast-error.ts';

export interface NormalForecast {
  readonly kind: 'normal';
  readonly mean: number;
  readonly sd: number;
}

export interface UniformForecast {
  readonly kind: 'uniform';
  readonly min: number;
  readonly max: number;
}

/** `p10: 20` says that ten percent of all outcomes lie below 20. */
export interface QuantilesForecast {
  readonly kind: 'quantiles';
  readonly min?: number;
  readonly max?: number;
  readonly [level: `p${number}`]: number;
}

/** Members of equal weight. */
export interface EnsembleForecast {
  readonly kind: 'ensemble';
  readonly points: readonly number[];
}

export type PredictiveForecast =
  | NormalForecast
  | UniformForecast
  | QuantilesForecast
  | EnsembleForecast;

export interface LevelAndValue {
  /** Between 0 and 1. */
  readonly level: number;
  readonly value: number;
}

/** Returns the quantiles in the order of their levels; refuses fewer than two, and those that cross. */
export function sortedQuantiles(forecast: QuantilesForecast): LevelAndValue[] {
  const found = Object.entries(forecast)
    .filter(([name]) => /^p\d/.test(name))
    .map(([name, value]) => ({ level: Number(name.slice(1)) / 100, value: value as number }))
    .sort((a, b) => a.level - b.level);
  const isWrong = (one: LevelAndValue, place: number) =>
    !(one.level > 0 && one.level < 1 && Number.isFinite(one.value)) ||
    (place > 0 && !(found[place - 1]!.value <= one.value)) ||
    // `p10` and `p10.0`: between them is nothing that could be bet on.
    found[place - 1]?.level === one.level;
  if (found.length >= 2 && !found.some(isWrong)) return found;
  throw new ForecastError({
    code: 'HF_RANGE',
    rule: 'Quantiles must be two or more, named by percentages above 0 and below 100, each once, and not cross',
    received: JSON.stringify(forecast),
  });
}

/** Refuses numbers that are none, negative deviations, limits that cross, and no members at all. */
export function requireForecast(forecast: PredictiveForecast): void {
  if (isSound(forecast)) return;
  throw new ForecastError({
    code: 'HF_RANGE',
    rule: 'A forecast needs finite numbers: a deviation of at least 0, min up to max, one member or more',
    received: JSON.stringify(forecast),
  });
}

function isSound(forecast: PredictiveForecast): boolean {
  switch (forecast.kind) {
    case 'normal':
      return Number.isFinite(forecast.mean) && Number.isFinite(forecast.sd) && forecast.sd >= 0;
    case 'uniform':
      return [forecast.min, forecast.max].every(Number.isFinite) && forecast.min <= forecast.max;
    case 'quantiles':
      return sortedQuantiles(forecast).length > 0;
    case 'ensemble':
      return forecast.points.length > 0 && forecast.points.every(Number.isFinite);
  }
}

/** Returns whether more than one outcome was thought possible. */
export function hasSpread(forecast: PredictiveForecast): boolean {
  requireForecast(forecast);
  switch (forecast.kind) {
    case 'normal':
      return forecast.sd > 0;
    case 'uniform':
      return forecast.max > forecast.min;
    case 'quantiles':
      return sortedQuantiles(forecast).some((one, _, all) => one.value > all[0]!.value);
    case 'ensemble':
      return forecast.points.some((point) => point !== forecast.points[0]);
  }
}

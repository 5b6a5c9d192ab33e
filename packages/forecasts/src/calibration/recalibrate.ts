/**
 * What is wrong with past forecasts, and forecasts put right by it.
 *
 * As deviates z = Φ⁻¹(PIT), past outcomes are taken as N(bias, spread²), known up to their cells. The estimate
 * maximises their likelihood together with that of five outcomes as a right forecast would have had them (mean
 * 0, mean square 1): with nothing known it is bias 0 and spread 1, with little it stays near. Found by expectation and
 * maximisation: given the present guess, the mean and variance of z inside of each cell; given those, the guess.
 * The outermost cells have no end, and nobody knows how far out in them outcomes lay. If all lay in one of them any
 * large bias would do; so it goes no further than one deviation beyond the outermost edge, and no forecast that is
 * moved so gets narrower.
 *
 * A forecast is put right by moving it by bias × its deviation and stretching it about its centre:
 *   value′ = centre + bias·deviation + spread·(value − centre)
 * for each member, quantile or limit. Members keep their order, so those of several variables stay joined.
 */
import type { Distortion } from './bettors.ts';
import { normalCdf, normalDensity, normalQuantile } from './normal-distribution.ts';
import type { PitCell } from './pit.ts';
import {
  type PredictiveForecast,
  type QuantilesForecast,
  requireForecast,
  sortedQuantiles,
} from './predictive.ts';

const OUTCOMES_ASSUMED = 5;
const STEP_COUNT = 60;
const CHANGE_MIN = 1e-9;
const PROBABILITY_MIN = 1e-12;
/** How far the bias may go beyond the edges of all cells, in deviations. */
const BEYOND_MAX = 1;

/** Returns bias and spread of past forecasts by where their outcomes lay; 0 and 1 if nothing is known. */
export function estimateDistortion(cells: readonly PitCell[]): Distortion {
  const ranges = cells.map(({ low, high }) => [normalQuantile(low), normalQuantile(high)] as const);
  let guess: Distortion = { bias: 0, spread: 1 };
  for (let step = 0; step < STEP_COUNT; step++) {
    const next = improve(guess, ranges);
    const change = Math.abs(next.bias - guess.bias) + Math.abs(next.spread - guess.spread);
    guess = next;
    if (change < CHANGE_MIN) break;
  }
  return guess;
}

function improve(guess: Distortion, ranges: readonly (readonly [number, number])[]): Distortion {
  const moments = ranges.map(([low, high]) => momentsWithin(guess, low, high));
  const count = moments.length + OUTCOMES_ASSUMED;
  const edges = ranges.flat().filter(Number.isFinite);
  const mean = moments.reduce((sum, moment) => sum + moment.mean, 0) / count;
  const bias = Math.min(
    Math.max(mean, Math.min(0, ...edges) - BEYOND_MAX),
    Math.max(0, ...edges) + BEYOND_MAX,
  );
  const squares = moments.reduce(
    (sum, moment) => sum + moment.variance + (moment.mean - bias) ** 2,
    OUTCOMES_ASSUMED * (1 + bias * bias),
  );
  const spread = Math.sqrt(squares / count);
  return { bias, spread: bias === mean ? spread : Math.max(spread, 1) };
}

/** Mean and variance of a normal deviate that is known to lie between two limits. */
function momentsWithin({ bias, spread }: Distortion, low: number, high: number) {
  const from = (low - bias) / spread;
  const to = (high - bias) / spread;
  const probability = normalCdf(to) - normalCdf(from);
  if (probability < PROBABILITY_MIN) return { mean: from > 0 ? low : high, variance: 0 };
  const shift = (normalDensity(from) - normalDensity(to)) / probability;
  const stretch = (edge(from) - edge(to)) / probability;
  return {
    mean: bias + spread * shift,
    variance: Math.max(spread * spread * (1 + stretch - shift * shift), 0),
  };
}

/** x·φ(x), which is nothing at the infinities. */
function edge(x: number): number {
  return Number.isFinite(x) ? x * normalDensity(x) : 0;
}

export interface RecalibrationLimits {
  /** Lowest and highest value that there can be, where known. */
  readonly min?: number;
  readonly max?: number;
}

/** Returns the forecast moved and stretched by what is known to be wrong with its kind, within the limits. */
export function recalibrate(
  forecast: PredictiveForecast,
  distortion: Distortion,
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: RecalibrationLimits = {},
): PredictiveForecast {
  requireForecast(forecast);
  if (distortion.bias === 0 && distortion.spread === 1) return forecast;
  const { centre, deviation } = shapeOf(forecast);
  const move = (value: number) => {
    const moved = centre + distortion.bias * deviation + distortion.spread * (value - centre);
    return Math.min(Math.max(moved, min), max);
  };
  switch (forecast.kind) {
    case 'normal':
      return { kind: 'normal', mean: move(centre), sd: distortion.spread * deviation };
    case 'uniform':
      return { kind: 'uniform', min: move(forecast.min), max: move(forecast.max) };
    case 'quantiles':
      return movedQuantiles(forecast, move);
    case 'ensemble':
      return { kind: 'ensemble', points: forecast.points.map(move) };
  }
}

function movedQuantiles(forecast: QuantilesForecast, move: (value: number) => number) {
  const entries = Object.entries(forecast).filter(([name]) => name !== 'kind');
  const moved = entries.map(([name, value]) => [name, move(value as number)] as const);
  return { kind: 'quantiles', ...Object.fromEntries(moved) } as QuantilesForecast;
}

interface Shape {
  readonly centre: number;
  readonly deviation: number;
}

function shapeOf(forecast: PredictiveForecast): Shape {
  switch (forecast.kind) {
    case 'normal':
      return { centre: forecast.mean, deviation: forecast.sd };
    case 'uniform':
      return {
        centre: (forecast.min + forecast.max) / 2,
        deviation: (forecast.max - forecast.min) / Math.sqrt(12),
      };
    case 'quantiles':
      return shapeOfQuantiles(forecast);
    case 'ensemble':
      return shapeOfMembers(forecast.points);
  }
}

/** The line of the values over the deviates of their levels, by least squares. */
function shapeOfQuantiles(forecast: QuantilesForecast): Shape {
  const points = sortedQuantiles(forecast).map(({ level, value }) => [
    normalQuantile(level),
    value,
  ]);
  const mean = (of: (point: number[]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const z = mean(([deviate]) => deviate!);
  const value = mean((point) => point[1]!);
  const slope =
    mean((point) => (point[0]! - z) * (point[1]! - value)) / mean((point) => (point[0]! - z) ** 2);
  return { centre: value - slope * z, deviation: slope };
}

function shapeOfMembers(points: readonly number[]): Shape {
  const centre = points.reduce((sum, point) => sum + point, 0) / points.length;
  const squares = points.reduce((sum, point) => sum + (point - centre) ** 2, 0);
  return { centre, deviation: Math.sqrt(squares / Math.max(points.length - 1, 1)) };
}

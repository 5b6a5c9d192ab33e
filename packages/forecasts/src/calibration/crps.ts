/**
 * The continuous ranked probability score (CRPS): how far a forecast was from what came, in the unit of the
 * variable; for a forecast without spread, the distance. Smaller is better, and on average nothing is better
 * than the truth.
 *
 *   CRPS(F, y) = E|X − y| − E|X − X′| / 2       X, X′ drawn from F
 *              = 2 ∫ pinball_τ(q_τ, y) dτ        over the levels τ of its quantiles q
 *
 * normal, with z = (y − mean)/sd:  sd·(z(2Φ(z) − 1) + 2φ(z) − 1/√π)
 * uniform on [0, w] at z inside:   z² / w − z + w/3, and the distance to the interval added outside
 * ensemble: the members are all that can happen (energy form), or draws of something whose score is estimated
 *   without bias (fair form: pairs of a member with itself are left out). Only the fair form compares ensembles of
 *   different sizes.
 * quantiles: the integral as a sum, each level standing for the levels nearest to it.
 */
import { normalCdf, normalDensity } from './normal-distribution.ts';
import {
  type NormalForecast,
  type PredictiveForecast,
  type QuantilesForecast,
  requireForecast,
  sortedQuantiles,
  type UniformForecast,
} from './predictive.ts';

export type EnsembleForm = 'energy' | 'fair';

/** Returns the score of a forecast for what came. */
export function crps(
  forecast: PredictiveForecast,
  outcome: number,
  form: EnsembleForm = 'energy',
): number {
  requireForecast(forecast);
  switch (forecast.kind) {
    case 'normal':
      return normalScore(forecast, outcome);
    case 'uniform':
      return uniformScore(forecast, outcome);
    case 'quantiles':
      return quantileScore(forecast, outcome);
    case 'ensemble':
      return ensembleScore(forecast.points, outcome, form);
  }
}

function normalScore({ mean, sd }: NormalForecast, outcome: number): number {
  if (sd === 0) return Math.abs(outcome - mean);
  const z = (outcome - mean) / sd;
  return sd * (z * (2 * normalCdf(z) - 1) + 2 * normalDensity(z) - 1 / Math.sqrt(Math.PI));
}

function uniformScore({ min, max }: UniformForecast, outcome: number): number {
  const width = max - min;
  const nearest = Math.min(Math.max(outcome, min), max);
  const inside = width === 0 ? 0 : (nearest - min) ** 2 / width - (nearest - min) + width / 3;
  return inside + Math.abs(outcome - nearest);
}

function quantileScore(forecast: QuantilesForecast, outcome: number): number {
  const sorted = sortedQuantiles(forecast);
  const edges = sorted.slice(1).map(({ level }, k) => (sorted[k]!.level + level) / 2);
  return sorted.reduce((sum, { level, value }, k) => {
    const weight = (edges[k] ?? 1) - (edges[k - 1] ?? 0);
    const missed = outcome - value;
    return sum + 2 * weight * (missed >= 0 ? level * missed : (level - 1) * missed);
  }, 0);
}

/** Sorted, the sum over pairs needs one pass: a member is the larger of so many pairs, the smaller of the rest. */
function ensembleScore(points: readonly number[], outcome: number, form: EnsembleForm): number {
  const count = points.length;
  const distance = points.reduce((sum, point) => sum + Math.abs(point - outcome), 0) / count;
  const sorted = [...points].sort((a, b) => a - b);
  const pairs = sorted.reduce((sum, point, k) => sum + point * (2 * k + 1 - count), 0);
  const others = form === 'fair' ? count - 1 : count;
  return distance - (count === 1 ? 0 : pairs / (count * others));
}

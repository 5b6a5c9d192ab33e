/**
 * How much the hidden context can make the reward vary: a bound on θ*ᵀCθ*, without knowing θ*.
 *
 *     over the ball ‖θ‖ ≤ A          A² · λ_max(C)
 *     over the confidence set        ( ‖θ̂‖ in C + radius · √λ_max(V^−½ C V^−½) )²
 *     meanVariance                   the smaller of the two
 *
 * C is the covariance of the features over the forecast; θ̂, V and the radius must come from data
 * before this round. Using one's own confidence set to make the next one is sound with the same δ
 * in total: on the event that all earlier sets held the truth, the bound is true.
 *
 * trace(V⁻¹C) ≥ λ_max(V^−½ C V^−½) is cheaper and always safe; with C of low rank little is lost.
 */

import { largestEigenvalue } from '../../base/largest-eigenvalue.ts';
import { requireLength, requireNotNegative } from '../../base/require.ts';
import type { FeatureCovariance } from '../../expectation/feature-map.ts';
import type { RidgeModel } from '../ridge-model.ts';

export interface BallMeanVarianceInput {
  /** C: covariance of the features over the forecast. */
  readonly covariance: FeatureCovariance;
  /** A: bound on the Euclidean norm of the true weights. */
  readonly weightNormBound: number;
}

/** Returns the largest variance that weights of norm up to A can see. */
export function ballMeanVariance(input: BallMeanVarianceInput): number {
  requireNotNegative('weightNormBound', input.weightNormBound);
  return input.weightNormBound ** 2 * input.covariance.largestEigenvalue();
}

/** How the spread of C within the confidence set is measured: exactly, or by the trace. */
export type SpreadMeasure = 'eigenvalue' | 'trace';

export interface EllipsoidMeanVarianceInput {
  readonly covariance: FeatureCovariance;
  /** What was learnt before this round. */
  readonly model: RidgeModel;
  /** β: radius of the confidence set around the model's estimate. */
  readonly radius: number;
  /** `trace` unless given. */
  readonly measure?: SpreadMeasure;
}

/** Returns the largest variance that weights in the confidence set can see. O(d³). */
export function ellipsoidMeanVariance(input: EllipsoidMeanVarianceInput): number {
  const { covariance, model, radius, measure = 'trace' } = input;
  requireNotNegative('radius', radius);
  const estimatedWeights = new Float64Array(model.dimension);
  model.kernel.estimateWeights(estimatedWeights);
  const dense = covariance.toDense();
  const spread = measure === 'trace' ? traceSpread(model, dense) : largestSpread(model, dense);
  const root = Math.sqrt(covariance.quadraticForm(estimatedWeights)) + radius * Math.sqrt(spread);
  return root * root;
}

export interface MeanVarianceInput extends BallMeanVarianceInput, EllipsoidMeanVarianceInput {}

/** Returns the smaller of both bounds. */
export function meanVarianceBound(input: MeanVarianceInput): number {
  return Math.min(ballMeanVariance(input), ellipsoidMeanVariance(input));
}

/** Returns trace(V⁻¹C), at least λ_max(V^−½ C V^−½). Overwrites the kernel's `direction`. */
export function traceSpread(model: RidgeModel, covariance: Float64Array): number {
  const { kernel, dimension } = model;
  requireLength('covariance', covariance, dimension * dimension);
  const solved = new Float64Array(dimension);
  let trace = 0;
  for (let k = 0; k < dimension; k++) {
    kernel.direction.set(covariance.subarray(k * dimension, (k + 1) * dimension));
    kernel.solve(solved);
    trace += solved[k]!;
  }
  return Math.max(trace, 0);
}

/** Returns λ_max(V^−½ C V^−½), as the largest eigenvalue of R⁻ᵀCR⁻¹ with V = RᵀR. */
export function largestSpread(model: RidgeModel, covariance: Float64Array): number {
  const { dimension } = model;
  requireLength('covariance', covariance, dimension * dimension);
  const factor = model.kernel.exportState();
  const halfWhitened = whitenRows(factor, covariance, dimension);
  const whitened = whitenRows(factor, transposed(halfWhitened, dimension), dimension);
  return Math.max(largestEigenvalue(symmetrised(whitened, dimension), dimension), 0);
}

/** Replaces every row v by R⁻ᵀv, in a fresh array; R's upper triangle leads `factor`. */
function whitenRows(factor: Float64Array, matrix: Float64Array, size: number): Float64Array {
  const rows = Float64Array.from(matrix);
  for (let start = 0; start < rows.length; start += size) {
    let rank = 0;
    for (let k = 0; k < size; k++) {
      const solved = rows[start + k]! / factor[rank++]!;
      rows[start + k] = solved;
      for (let i = k + 1; i < size; i++) rows[start + i]! -= solved * factor[rank++]!;
    }
  }
  return rows;
}

function transposed(matrix: Float64Array, size: number): Float64Array {
  return matrix.map((_, position) => {
    const row = Math.floor(position / size);
    return matrix[(position % size) * size + row]!;
  });
}

function symmetrised(matrix: Float64Array, size: number): Float64Array {
  const other = transposed(matrix, size);
  return matrix.map((entry, position) => (entry + other[position]!) / 2);
}

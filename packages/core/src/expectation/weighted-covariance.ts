/**
 * The covariance of a weighted list of feature vectors, from their deviations.
 *
 *     C = Σ weightₖ · (fₖ − mean)(fₖ − mean)ᵀ
 *
 * With fewer vectors than coordinates the largest eigenvalue is found from the products of the
 * deviations with each other, which form the smaller matrix and have the same one.
 */

import { largestEigenvalue } from '../base/largest-eigenvalue.ts';
import { requireLength } from '../base/require.ts';
import { dotProduct } from '../base/small-matrix.ts';
import type { FeatureCovariance } from './feature-map.ts';
import { fillSymmetric } from './lifts/product-moments.ts';

export interface WeightedVectors {
  readonly vectors: readonly Float64Array[];
  /** Probabilities, summing to 1. */
  readonly weights: ArrayLike<number>;
  /** 1 when the vectors are all there is; l / (l − 1) when they are l draws. */
  readonly correction: number;
}

export function weightedCovariance(input: WeightedVectors): FeatureCovariance {
  const dimension = input.vectors[0]!.length;
  const deviations = scaledDeviations(input);
  const at = (j: number, k: number): number =>
    deviations.reduce((sum, deviation) => sum + deviation[j]! * deviation[k]!, 0);
  return {
    quadraticForm: (weights) => {
      requireLength('weights', weights, dimension);
      return deviations.reduce((sum, deviation) => sum + dotProduct(deviation, weights) ** 2, 0);
    },
    largestEigenvalue: () => {
      const isShort = deviations.length < dimension;
      const matrix = isShort
        ? fillSymmetric(deviations.length, (j, k) => dotProduct(deviations[j]!, deviations[k]!))
        : fillSymmetric(dimension, at);
      return Math.max(largestEigenvalue(matrix, isShort ? deviations.length : dimension), 0);
    },
    toDense: () => fillSymmetric(dimension, at),
  };
}

/** Returns √(weight · correction) · (vector − mean), one a vector. */
function scaledDeviations({ vectors, weights, correction }: WeightedVectors): Float64Array[] {
  const origin = vectors[0]!;
  const mean = origin.map(
    (first, j) =>
      first + vectors.reduce((sum, vector, k) => sum + weights[k]! * (vector[j]! - first), 0),
  );
  return vectors.map((vector, k) => {
    const factor = Math.sqrt(weights[k]! * correction);
    return vector.map((value, j) => factor * (value - mean[j]!));
  });
}

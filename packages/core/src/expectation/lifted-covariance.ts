/**
 * The covariance A·Cov(g)·Aᵀ of features, used without ever being formed.
 *
 *     weightsᵀ·C·weights = uᵀ·Cov(g)·u  with  u = Aᵀ·weights
 *     largest eigenvalue = that of D·Cov(g)·D  with  D = diag(columnLengths)
 *
 * The second line holds because AᵀA = D², and XY has the same non-zero eigenvalues as YX.
 */

import { largestEigenvalue } from '../base/largest-eigenvalue.ts';
import { requireLength } from '../base/require.ts';
import { quadraticForm } from '../base/small-matrix.ts';
import type { FeatureCovariance } from './feature-map.ts';
import type { LiftedOperator } from './lifted-operator.ts';

/** Cov(g) of one forecast, with its largest eigenvalue worked out at most once. */
export interface LiftSpread {
  readonly covariance: Float64Array;
  largestEigenvalue(): number;
}

export interface LiftedCovarianceInput {
  /** d: length of a feature vector. */
  readonly dimension: number;
  readonly operator: LiftedOperator;
  readonly spread: LiftSpread;
}

export function liftedCovariance(input: LiftedCovarianceInput): FeatureCovariance {
  const { dimension, operator, spread } = input;
  const { columnLengths } = operator;
  const projected = new Float64Array(columnLengths.length);
  return {
    quadraticForm: (weights) => {
      requireLength('weights', weights, dimension);
      operator.applyTransposed(weights, projected);
      return Math.max(quadraticForm(spread.covariance, projected), 0);
    },
    largestEigenvalue: () => {
      const first = columnLengths[0]!;
      const isUniform = columnLengths.every((length) => length === first);
      if (isUniform) return first * first * spread.largestEigenvalue();
      return Math.max(
        largestEigenvalue(scaled(spread.covariance, columnLengths), projected.length),
        0,
      );
    },
    toDense: () => denseCovariance(input),
  };
}

/** Returns D·matrix·D. */
function scaled(matrix: Float64Array, diagonal: Float64Array): Float64Array {
  const size = diagonal.length;
  return matrix.map((entry, position) => {
    const row = Math.floor(position / size);
    return entry * diagonal[row]! * diagonal[position % size]!;
  });
}

function denseCovariance({ dimension, operator, spread }: LiftedCovarianceInput): Float64Array {
  const size = operator.columnLengths.length;
  const dense = new Float64Array(dimension * dimension);
  const column = new Float64Array(dimension);
  const weights = new Float64Array(dimension);
  const lifted = new Float64Array(size);
  const spreadOfLifted = new Float64Array(size);
  for (let row = 0; row < dimension; row++) {
    weights.fill(0);
    weights[row] = 1;
    operator.applyTransposed(weights, lifted);
    multiplyInto(spread.covariance, lifted, spreadOfLifted);
    operator.apply(spreadOfLifted, column);
    dense.set(column, row * dimension);
  }
  return dense;
}

function multiplyInto(matrix: Float64Array, vector: Float64Array, into: Float64Array): void {
  const size = vector.length;
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let j = 0; j < size; j++) sum += matrix[i * size + j]! * vector[j]!;
    into[i] = sum;
  }
}

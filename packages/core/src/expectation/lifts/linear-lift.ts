/**
 * Weighted sums of the context: g(c) = Wᵀc, for instance the latent factors of a fitted model.
 *
 *     E[g] = Wᵀ·mean        Cov(g) = Wᵀ·covariance·W
 */
import { copyTable, tableRows } from '../../base/number-lists.ts';
import type { ContextLift } from '../context-lift.ts';

/** Returns the lift g(c) = Wᵀc; `weights` has one row a context coordinate. */
export function linearLift(weights: readonly ArrayLike<number>[]): ContextLift {
  const table = copyTable('weights', weights);
  const { rowCount: contextDimension, columnCount: dimension, entries } = table;
  const evaluate = (context: ArrayLike<number>, into: Float64Array): void => {
    for (let a = 0; a < dimension; a++) {
      let sum = 0;
      for (let i = 0; i < contextDimension; i++) sum += entries[i * dimension + a]! * context[i]!;
      into[a] = sum;
    }
  };
  return Object.freeze<ContextLift>({
    kind: 'linear',
    contextDimension,
    dimension,
    isAffine: true,
    evaluate,
    mean: (distribution, into) => evaluate(distribution.mean, into),
    covariance: (distribution) =>
      congruence({ matrix: distribution.covariance, entries, contextDimension, dimension }),
    describe: () => ({ kind: 'linear', weights: tableRows(table) }),
  });
}

interface CongruenceInput {
  readonly matrix: Float64Array;
  readonly entries: Float64Array;
  readonly contextDimension: number;
  readonly dimension: number;
}

/** Returns Wᵀ·matrix·W, exactly symmetric. */
function congruence(input: CongruenceInput): Float64Array {
  const { matrix, entries, contextDimension, dimension } = input;
  const product = new Float64Array(dimension * dimension);
  const weighted = new Float64Array(contextDimension);
  for (let a = 0; a < dimension; a++) {
    for (let i = 0; i < contextDimension; i++) {
      let sum = 0;
      for (let j = 0; j < contextDimension; j++) {
        sum += matrix[i * contextDimension + j]! * entries[j * dimension + a]!;
      }
      weighted[i] = sum;
    }
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let i = 0; i < contextDimension; i++) sum += entries[i * dimension + b]! * weighted[i]!;
      product[a * dimension + b] = sum;
      product[b * dimension + a] = sum;
    }
  }
  return product;
}

/**
 * Squares, then the context: g(c) = [c₁², …, cₙ², c₁, …, cₙ]. The paper's synthetic features are
 * linear in it.
 */
import { requireWhole } from '../../base/require.ts';
import type { ContextDistribution } from '../../context/context-distribution.ts';
import type { ContextLift } from '../context-lift.ts';
import {
  covarianceAt,
  covarianceOfProducts,
  covarianceWithProduct,
  expectedProduct,
  fillSymmetric,
} from './product-moments.ts';

/** Returns the lift g(c) = [c², c]. */
export function squaresAndLinearLift(contextDimension: number): ContextLift {
  requireWhole('contextDimension', contextDimension, 1, Number.POSITIVE_INFINITY);
  const dimension = 2 * contextDimension;
  return Object.freeze<ContextLift>({
    kind: 'squares-and-linear',
    contextDimension,
    dimension,
    isAffine: false,
    evaluate: (context, into) => {
      for (let i = 0; i < contextDimension; i++) into[i] = context[i]! * context[i]!;
      into.set(context, contextDimension);
    },
    mean: (distribution, into) => {
      for (let i = 0; i < contextDimension; i++) into[i] = expectedProduct(distribution, [i, i]);
      into.set(distribution.mean, contextDimension);
    },
    covariance: (distribution) =>
      fillSymmetric(dimension, (row, column) => covarianceEntry(distribution, row, column)),
    describe: () => ({ kind: 'squares-and-linear', contextDimension }),
  });
}

/** Entry of the covariance; `row` is never left of `column`. */
function covarianceEntry(distribution: ContextDistribution, row: number, column: number): number {
  const size = distribution.dimension;
  if (row < size) return covarianceOfProducts(distribution, [row, row], [column, column]);
  if (column < size) return covarianceWithProduct(distribution, row - size, [column, column]);
  return covarianceAt(distribution, row - size, column - size);
}

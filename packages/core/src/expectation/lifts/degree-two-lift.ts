/**
 * Everything up to degree two: g(c) = [1, cᵢ, cᵢcⱼ for i ≤ j], products row by row.
 *
 * Its covariance needs moments up to the fourth; see product-moments.ts for the formulas. Length
 * 1 + n + n(n+1)/2 for n context coordinates: 10 for three, 435 for twenty-eight.
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
  type Pair,
} from './product-moments.ts';

/** Returns the lift g(c) = [1, cᵢ, cᵢcⱼ (i ≤ j)]. */
export function degreeTwoLift(contextDimension: number): ContextLift {
  requireWhole('contextDimension', contextDimension, 1, Number.POSITIVE_INFINITY);
  const pairs = orderedPairs(contextDimension);
  const firstPair = 1 + contextDimension;
  return Object.freeze<ContextLift>({
    kind: 'degree-two',
    contextDimension,
    dimension: firstPair + pairs.length,
    isAffine: false,
    evaluate: (context, into) => {
      into[0] = 1;
      into.set(context, 1);
      pairs.forEach(([i, j], k) => {
        into[firstPair + k] = context[i]! * context[j]!;
      });
    },
    mean: (distribution, into) => {
      into[0] = 1;
      into.set(distribution.mean, 1);
      pairs.forEach((pair, k) => {
        into[firstPair + k] = expectedProduct(distribution, pair);
      });
    },
    covariance: (distribution) =>
      fillSymmetric(firstPair + pairs.length, (row, column) =>
        covarianceEntry(distribution, pairs, row, column),
      ),
    describe: () => ({ kind: 'degree-two', contextDimension }),
  });
}

function orderedPairs(size: number): Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i < size; i++) for (let j = i; j < size; j++) pairs.push([i, j]);
  return pairs;
}

/** Entry of the covariance; `row` is never left of `column`. */
function covarianceEntry(
  distribution: ContextDistribution,
  pairs: readonly Pair[],
  row: number,
  column: number,
): number {
  if (column === 0) return 0;
  const firstPair = 1 + distribution.dimension;
  if (row < firstPair) return covarianceAt(distribution, row - 1, column - 1);
  const rowPair = pairs[row - firstPair]!;
  if (column < firstPair) return covarianceWithProduct(distribution, column - 1, rowPair);
  return covarianceOfProducts(distribution, rowPair, pairs[column - firstPair]!);
}

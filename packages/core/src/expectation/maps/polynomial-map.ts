/**
 * Action attributes times everything of degree two in the context:
 * φ(x, c) = v(x) ⊗ [1, cᵢ, cᵢcⱼ (i ≤ j)]. For rewards that peak somewhere inside.
 */
import { copyTable, tableRows } from '../../base/number-lists.ts';
import type { FeatureMap } from '../feature-map.ts';
import { degreeTwoLift } from '../lifts/degree-two-lift.ts';
import { kroneckerMapOf } from './kronecker-map.ts';

export interface PolynomialMapInput {
  /** One row of attributes an action. */
  readonly actionVectors: readonly ArrayLike<number>[];
  readonly contextDimension: number;
}

/** Returns the map φ(x, c) = v(x) ⊗ [1, cᵢ, cᵢcⱼ]. */
export function polynomialMap(input: PolynomialMapInput): FeatureMap {
  const { contextDimension } = input;
  const vectors = copyTable('actionVectors', input.actionVectors);
  return kroneckerMapOf({
    kind: 'polynomial',
    vectors,
    lift: degreeTwoLift(contextDimension),
    describe: () => ({ kind: 'polynomial', actionVectors: tableRows(vectors), contextDimension }),
  });
}

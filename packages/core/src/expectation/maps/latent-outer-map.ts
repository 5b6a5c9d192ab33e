/**
 * All products of an action's latent factors with those of the context: φ(x, c) = V_x ⊗ Wᵀc.
 *
 * With p factors the features have length p². The model that a matrix factorisation fits,
 * V_xᵀWᵀc, is then the weight vector vec(I).
 */
import { tableRows } from '../../base/number-lists.ts';
import type { FeatureMap } from '../feature-map.ts';
import { linearLift } from '../lifts/linear-lift.ts';
import { kroneckerMapOf } from './kronecker-map.ts';
import { copyFactors, type LatentFactors } from './latent-factors.ts';

/** Returns the map φ(x, c) = V_x ⊗ Wᵀc. */
export function latentOuterMap(input: LatentFactors): FeatureMap {
  const { factors, weights } = copyFactors(input);
  return kroneckerMapOf({
    kind: 'latent-outer',
    vectors: factors,
    lift: linearLift(tableRows(weights)),
    describe: () => ({
      kind: 'latent-outer',
      actionFactors: tableRows(factors),
      contextWeights: tableRows(weights),
    }),
  });
}

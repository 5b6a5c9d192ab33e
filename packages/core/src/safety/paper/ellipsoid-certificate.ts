/**
 * The least that the learner's own rounds can have earned, if every weight vector in the
 * confidence ellipsoid may be the true one.
 *
 *     z = learnerFeatureSum + ψ of the candidate
 *     learnerTotalLowerBound = zᵀθ̂ − radius · ‖z‖ in V⁻¹
 *
 * Paper: Algorithm 1, the line that computes L_t. The worst case is taken once, over the SUM of
 * features. Adding up per-round worst cases would also be safe, but each would assume a different
 * truth, and the policy would follow the baseline far longer than it has to.
 *
 * It is only as good as the radius: with the paper's own (reward noise alone) it is not a lower
 * bound when the context is hidden.
 */
import type { RidgeModel } from '../../model/ridge-model.ts';
import type { Ledger } from './ledger.ts';

export interface EllipsoidCertificateInput {
  readonly model: RidgeModel;
  readonly ledger: Ledger;
  /** β: radius of the confidence ellipsoid. */
  readonly radius: number;
}

/** Returns L for the candidate whose features are row `actionIndex` of the kernel. O(d²). */
export function learnerTotalLowerBound(
  input: EllipsoidCertificateInput,
  actionIndex: number,
): number {
  const { kernel } = input.model;
  const { direction, features, dimension } = kernel;
  const { learnerFeatureSum } = input.ledger;
  const start = actionIndex * dimension;
  for (let i = 0; i < dimension; i++) direction[i] = learnerFeatureSum[i]! + features[start + i]!;
  kernel.probe();
  return kernel.probedPrediction - input.radius * kernel.probedUncertainty;
}

/**
 * The margin while it is not known which issued rounds were really played.
 *
 * A reply may be lost, a client may have crashed or fallen back. Round j then contributes one of
 *
 *     played      ψᵀθ* − (1 − allowedShortfall) · baselineReward
 *     fell back   allowedShortfall · baselineReward          (at least 0)
 *     void        0
 *
 *     margin = lowest total of (Σ ψ confirmed + ψ of the candidate) + confirmed constants
 *              − (1 − allowedShortfall) · the candidate's baseline reward
 *              + Σ over unresolved rounds of min(0, least value if played)
 *
 * It holds for EVERY subset of the unresolved rounds that turns out to have been played, in every
 * order. The exact minimum over all subsets is somewhat higher and takes 2^k evaluations. An unresolved baseline round counts 0: leave it out.
 */
import { requireFinite, requireLength } from '../../base/require.ts';
import { relativePromise, requireRepairing } from '../promise-terms.ts';
import { type ConfidenceView, lowestTotal } from './ellipsoid-bounds.ts';

/** A round that was issued to the learner: what it plays and what the baseline would have earned. */
export interface IssuedRound {
  /** ψ of the issued action. */
  readonly features: ArrayLike<number>;
  /** Expected reward of the baseline in that round, at least 0. */
  readonly baselineReward: number;
}

export interface UnresolvedExecutionInput extends ConfidenceView {
  /** α: largest share of the baseline's total that may be lost. */
  readonly allowedShortfall: number;
  /** Σ ψ over the learner's rounds that are confirmed as played. */
  readonly confirmedFeatureSum: ArrayLike<number>;
  /** Σ of what confirmed rounds add without θ*: α · r on baseline rounds, −(1 − α) · r on ours. */
  readonly confirmedConstant: number;
  /** The learner's rounds of which nobody knows whether they were played. */
  readonly unresolvedRounds: readonly IssuedRound[];
}

/** Returns the room left if the candidate is issued too; negative means no. O(d² · unresolved). */
export function unresolvedExecutionMargin(
  input: UnresolvedExecutionInput,
  candidate: IssuedRound,
): number {
  const { allowedShortfall, confirmedFeatureSum, confirmedConstant, unresolvedRounds } = input;
  const terms = relativePromise({ allowedShortfall });
  requireFinite('confirmedConstant', confirmedConstant);
  requireRepairing(terms, candidate.baselineReward);
  requireLength('confirmedFeatureSum', confirmedFeatureSum, input.model.dimension);
  requireLength('candidate.features', candidate.features, input.model.dimension);
  const extended = Float64Array.from(
    candidate.features,
    (feature, i) => feature + confirmedFeatureSum[i]!,
  );
  const { shareKept } = terms;
  let margin =
    lowestTotal(input, extended) + confirmedConstant - shareKept * candidate.baselineReward;
  for (const round of unresolvedRounds) {
    requireRepairing(terms, round.baselineReward);
    margin += Math.min(0, lowestTotal(input, round.features) - shareKept * round.baselineReward);
  }
  return margin;
}

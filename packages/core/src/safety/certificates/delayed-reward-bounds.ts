/**
 * Lower bounds while rewards are late or lost, even if lateness depends on the reward itself.
 *
 * One event, about the regression on ALL true rewards in decision order, covers every pattern:
 *
 *     c = weight · zᵀV⁻¹ψ of an unseen round
 *     zᵀθ* ≥ zᵀθ̂ + Σ over unseen rounds of the least c · (reward − enteredReward) − radius · ‖z‖
 *
 * prefix     the model holds the rounds up to the first gap: nothing is unseen, no sum
 * censored   the model holds every decision; unseen rewards take their worst value BY SIGN OF c
 *
 * Both hold on the same event, so the larger may be taken at no cost. What surprises: a low default
 * reward is NOT the cautious choice. Where c is negative, a low reward raises the estimate.
 *
 * Never regress on "whatever has arrived": if failures report late, that set looks too good.
 */
import { requireBetween, requireFinite, requireLength } from '../../base/require.ts';
import { type RewardRange, rewardRangeWidth } from '../../model/noise/reward-range.ts';
import { type ConfidenceView, lowestTotal } from './ellipsoid-bounds.ts';

/** A round that is in the model with a stand-in for its reward. */
export interface UnseenRound {
  /** ψ as it was learnt. */
  readonly features: ArrayLike<number>;
  /** The weight it was learnt with. */
  readonly weight: number;
  /** The stand-in that was learnt as its reward; 0 or the middle of the range, say. */
  readonly enteredReward: number;
  /** Its true reward, if that has arrived since: then it is put right, not censored. */
  readonly arrivedReward?: number;
}

export interface CensoredBoundInput extends ConfidenceView {
  /** Limits of every reward that may still arrive. */
  readonly rewardRange: RewardRange;
  readonly unseenRounds: readonly UnseenRound[];
}

/** Returns the least that `direction` can be worth by the gap-free prefix. O(d²). */
export function prefixLowerBound(prefix: ConfidenceView, direction: ArrayLike<number>): number {
  return lowestTotal(prefix, direction);
}

/**
 * Returns the least that `direction` can be worth by a model of all decisions, whatever the unseen
 * rewards turn out to be. O(d² + d · unseen rounds).
 */
export function censoredLowerBound(
  input: CensoredBoundInput,
  direction: ArrayLike<number>,
): number {
  const { model, radius, rewardRange } = input;
  rewardRangeWidth(rewardRange);
  requireLength('direction', direction, model.dimension);
  const { kernel } = model;
  kernel.direction.set(direction);
  kernel.probe();
  const solved = new Float64Array(model.dimension);
  kernel.solve(solved);
  let total = kernel.probedPrediction - radius * kernel.probedUncertainty;
  for (const round of input.unseenRounds) total += worstCorrection(round, solved, rewardRange);
  return total;
}

/** Returns the larger of both bounds. */
export function delayedLowerBound(
  input: { readonly prefix: ConfidenceView; readonly censored: CensoredBoundInput },
  direction: ArrayLike<number>,
): number {
  return Math.max(
    prefixLowerBound(input.prefix, direction),
    censoredLowerBound(input.censored, direction),
  );
}

function worstCorrection(
  round: UnseenRound,
  solved: Float64Array,
  rewardRange: RewardRange,
): number {
  requireLength('unseenRound.features', round.features, solved.length);
  requireBetween('unseenRound.weight', round.weight, 0, Number.POSITIVE_INFINITY);
  requireFinite('unseenRound.enteredReward', round.enteredReward);
  let influence = 0;
  for (let i = 0; i < solved.length; i++) influence += solved[i]! * round.features[i]!;
  influence *= round.weight;
  if (round.arrivedReward !== undefined) {
    requireFinite('unseenRound.arrivedReward', round.arrivedReward);
    return influence * (round.arrivedReward - round.enteredReward);
  }
  const worstReward = influence >= 0 ? rewardRange.min : rewardRange.max;
  return influence * (worstReward - round.enteredReward);
}

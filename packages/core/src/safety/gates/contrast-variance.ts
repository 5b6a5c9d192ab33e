/**
 * How much the context can move one round's contribution to the realised margin.
 *
 *     learner's round     reward of the action − (1 − α) · reward of the baseline, same context
 *     baseline's round    α · reward of the baseline
 *
 * For rewards in a range of width w, by Hoeffding's lemma:
 *
 *     learner's round     ((1 − α/2) · w)²          baseline's round     (α · w / 2)²
 *
 * From a forecast's covariance it is often far less, because what the context does to both actions
 * cancels up to the share α: take the covariance of the combination φ(x) − (1 − α) φ(b) and pass it
 * to `ballMeanVariance` or `meanVarianceBound`.
 */
import { requireBetween } from '../../base/require.ts';
import { type RewardRange, rewardRangeWidth } from '../../model/noise/reward-range.ts';

export interface ContrastVarianceInput {
  /** α: largest share of the baseline's total that may be lost. */
  readonly allowedShortfall: number;
  /** Limits of the noiseless reward of any action in any context. */
  readonly rewardRange: RewardRange;
}

/** Returns the variance proxy of a round that the learner plays, in squared reward units. */
export function learnerContrastVariance(input: ContrastVarianceInput): number {
  requireBetween('allowedShortfall', input.allowedShortfall, 0, 1);
  return ((1 - input.allowedShortfall / 2) * rewardRangeWidth(input.rewardRange)) ** 2;
}

/** Returns the variance proxy of a round that the baseline plays, in squared reward units. */
export function baselineContrastVariance(input: ContrastVarianceInput): number {
  requireBetween('allowedShortfall', input.allowedShortfall, 0, 1);
  return ((input.allowedShortfall * rewardRangeWidth(input.rewardRange)) / 2) ** 2;
}

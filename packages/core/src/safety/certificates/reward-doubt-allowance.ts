/**
 * Wider radii instead of exact sums, when some of the learnt rewards are stand-ins or plainly wrong.
 *
 *     unseen, entered as the middle of the range   radius + √(Σ weights) · (max − min) / 2
 *     wrong, at most k of them, anywhere           radius + √(k · weightMax) · (max − min)
 *
 * The same inequality as for a bias (`bias-allowance.ts`): errors e move the estimate by at most
 * √(Σ weight · e²) in the V-norm. The exact sum of `censoredLowerBound` is never worse than the
 * first, and often costs less than half of it; this one needs no list of rounds.
 */
import { requireBetween, requireNotNegative, requireWhole } from '../../base/require.ts';
import { type RewardRange, rewardRangeWidth } from '../../model/noise/reward-range.ts';

export interface UnseenAllowanceInput {
  readonly rewardRange: RewardRange;
  /** Σ of the weights of the rounds that were learnt with the middle of the range. */
  readonly unseenWeightTotal: number;
}

/** Returns what must be added to the radius for rounds whose reward is not known. */
export function unseenRewardAllowance(input: UnseenAllowanceInput): number {
  requireNotNegative('unseenWeightTotal', input.unseenWeightTotal);
  return (Math.sqrt(input.unseenWeightTotal) * rewardRangeWidth(input.rewardRange)) / 2;
}

export interface WrongRewardAllowanceInput {
  readonly rewardRange: RewardRange;
  /** k: how many of the learnt rewards may be arbitrarily wrong within the range. */
  readonly wrongRewardCount: number;
  /** Largest weight that any of them can have. */
  readonly weightMax: number;
}

/** Returns what must be added to the radius so that k wrong rewards do no harm. */
export function wrongRewardAllowance(input: WrongRewardAllowanceInput): number {
  requireWhole('wrongRewardCount', input.wrongRewardCount, 0, Number.POSITIVE_INFINITY);
  requireBetween('weightMax', input.weightMax, 0, Number.POSITIVE_INFINITY);
  return Math.sqrt(input.wrongRewardCount * input.weightMax) * rewardRangeWidth(input.rewardRange);
}

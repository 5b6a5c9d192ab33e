/**
 * What the baseline does in one round: which action, and what is known of its expected reward.
 *
 * The paper calls the reward r(b_t, c_t) and assumes it known. Since the context is hidden, what can
 * be known is its expectation over the forecast: a number, an interval that contains it, or nothing.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireFinite, requireWhole } from '../../base/require.ts';
import type { RewardInterval } from '../../safety/books/safety-book.ts';

export interface BaselineChoice {
  /** Index of the action the baseline plays. */
  readonly action: number;
  /** Reward expected from it, in reward units; null if unknown. */
  readonly expectedReward: number | RewardInterval | null;
}

/** Refuses an action that does not exist. */
export function requireBaselineAction(baseline: BaselineChoice, actionCount: number): void {
  requireWhole('baseline.action', baseline.action, 0, actionCount - 1);
}

/** Returns the expected reward where only a number will do. */
export function requireRewardNumber(baseline: BaselineChoice): number {
  const { expectedReward } = baseline;
  if (typeof expectedReward === 'number') {
    requireFinite('baseline.expectedReward', expectedReward);
    return expectedReward;
  }
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'baseline.expectedReward must be a number for the algorithms of the paper',
    received: expectedReward === null ? 'unknown' : 'an interval',
    remedy: 'Give a number, or use hedge, which takes intervals and unknown rewards.',
  });
}

/** Returns the expected reward as an interval, or null if it is unknown. */
export function rewardInterval(baseline: BaselineChoice): RewardInterval | null {
  const { expectedReward } = baseline;
  if (expectedReward === null) return null;
  if (typeof expectedReward === 'number') {
    requireFinite('baseline.expectedReward', expectedReward);
    return { min: expectedReward, max: expectedReward };
  }
  requireFinite('baseline.expectedReward.min', expectedReward.min);
  requireFinite('baseline.expectedReward.max', expectedReward.max);
  if (expectedReward.min <= expectedReward.max) return expectedReward;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'baseline.expectedReward.min must not be above its max',
    received: `${expectedReward.min} against ${expectedReward.max}`,
  });
}

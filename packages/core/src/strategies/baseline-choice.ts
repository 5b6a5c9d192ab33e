/**
 * What the baseline does in one round: which action, and what it is expected to earn.
 *
 * The paper calls the reward r(b_t, c_t) and assumes it known. It is used as a bare number in the
 * ledger; the model never learns from it.
 */
import { requireFinite, requireWhole } from '../base/require.ts';

export interface BaselineChoice {
  /** Index of the action the baseline plays. */
  readonly action: number;
  /** Reward expected from it, in reward units. */
  readonly expectedReward: number;
}

/** Refuses an action that does not exist and a reward that is not a number. */
export function requireBaseline(baseline: BaselineChoice, actionCount: number): void {
  requireWhole('baseline.action', baseline.action, 0, actionCount - 1);
  requireFinite('baseline.expectedReward', baseline.expectedReward);
}

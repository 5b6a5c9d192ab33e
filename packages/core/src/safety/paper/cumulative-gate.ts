/**
 * Decides whether a candidate may be played, by the running TOTAL: a good past buys room for a
 * bold present.
 *
 *     margin =  worst-case total of the learner's rounds, this one included
 *             + known total of the rounds given to the baseline
 *             − (1 − allowedShortfall) · baseline total, this round included
 *
 * Paper: Algorithm 1, the `if` line, with its index typos mended (each round has its own baseline
 * reward). The candidate may be played if and only if the margin is at least 0.
 */
import { requireBetween } from '../../base/require.ts';
import type { Ledger } from './ledger.ts';

export interface CumulativeGate {
  readonly scope: 'total';
  /** α: largest share of the baseline's total that may be lost. */
  readonly allowedShortfall: number;
  /** Returns the room left if the candidate is played, in reward units; negative means no. */
  margin(ledger: Ledger, learnerTotalLowerBound: number): number;
}

/** Returns a gate for one α, greater than 0 and less than 1. */
export function cumulativeGate(allowedShortfall: number): CumulativeGate {
  requireBetween('allowedShortfall', allowedShortfall, 0, 1);
  return {
    scope: 'total',
    allowedShortfall,
    margin(ledger, learnerTotalLowerBound) {
      const guaranteedTotal = learnerTotalLowerBound + ledger.baselineTotalOnBaselineRounds;
      const requiredTotal = (1 - allowedShortfall) * ledger.baselineTotal;
      return guaranteedTotal - requiredTotal;
    },
  };
}

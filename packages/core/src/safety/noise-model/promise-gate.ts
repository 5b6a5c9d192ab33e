/**
 * Decides by the running total whether a candidate keeps a promise, of any terms.
 *
 *     margin =  worst-case total of the learner's rounds, this one included
 *             + baseline total of the rounds given to the baseline
 *             − shareKept · baseline total, this round included
 *             + allowancePerRound · rounds, this one included
 *             + reserve
 *             + repair
 *
 * Relative promises have shareKept = 1 − α; absolute ones shareKept = 1 and an allowance, and are
 * the only ones that make sense where rewards can be negative. With terms that are kept at
 * checkpoints only, the baseline can still mend the window after this round:
 *
 *     repair = rounds left in the window · least gain of a baseline round
 *
 * It is exactly what a fall back would earn, so a refused round keeps the sum from falling, and at
 * the checkpoint, with no round left, the margin itself is at least 0.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireFinite, requireWhole } from '../../base/require.ts';
import type { Ledger } from '../paper/ledger.ts';
import { baselineIncrement, type PromiseTerms, requireRepairing } from '../promise-terms.ts';

export interface PromiseGateOptions {
  readonly terms: PromiseTerms;
  /** Least baseline reward of any round, in reward units; needed for checkpoints. 0 if absent. */
  readonly baselineRewardMin?: number;
}

export interface PromiseGate {
  readonly terms: PromiseTerms;
  /** Refuses a baseline that would break the promise by itself; ask before opening the round. */
  requireBaselineReward(baselineExpectedReward: number): void;
  /** Returns the room left if the candidate is played in the open round; negative means no. */
  margin(ledger: Ledger, learnerTotalLowerBound: number): number;
}

/** Returns the gate for these terms. */
export function promiseGate(options: PromiseGateOptions): PromiseGate {
  const { terms, baselineRewardMin = 0 } = options;
  requireFinite('baselineRewardMin', baselineRewardMin);
  requireRepairing(terms, baselineRewardMin);
  const repairPerRound = Math.max(baselineIncrement(terms, baselineRewardMin), 0);
  return {
    terms,
    requireBaselineReward(baselineExpectedReward) {
      requireFinite('baseline.expectedReward', baselineExpectedReward);
      requireRepairing(terms, baselineExpectedReward);
      if (terms.window > 1) requireDeclaredMin(baselineExpectedReward, baselineRewardMin);
    },
    margin(ledger, learnerTotalLowerBound) {
      const round = ledger.learnerRoundCount + ledger.baselineRoundCount + 1;
      const guaranteedTotal = learnerTotalLowerBound + ledger.baselineTotalOnBaselineRounds;
      const requiredTotal = terms.shareKept * ledger.baselineTotal;
      const allowedLoss = terms.reserve + terms.allowancePerRound * round;
      const repair = roundsLeftInWindow(terms.window, round) * repairPerRound;
      return guaranteedTotal - requiredTotal + allowedLoss + repair;
    },
  };
}

/** Returns how many rounds follow `round` (from 1) until the next checkpoint; 0 at a checkpoint. */
export function roundsLeftInWindow(window: number, round: number): number {
  requireWhole('window', window, 1, Number.MAX_SAFE_INTEGER);
  requireWhole('round', round, 1, Number.MAX_SAFE_INTEGER);
  return (window - (round % window)) % window;
}

/** A baseline below its declared minimum could not repair the window as promised. */
function requireDeclaredMin(baselineExpectedReward: number, baselineRewardMin: number): void {
  if (baselineExpectedReward >= baselineRewardMin) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `baseline.expectedReward must be at least baselineRewardMin = ${baselineRewardMin}`,
    received: String(baselineExpectedReward),
    remedy: 'Declare the least reward that the baseline ever has, or keep the promise every round.',
  });
}

/**
 * The regret of Algorithm 1 from its parts. Lemma 1 (line 303):
 *
 *     regret ≤ regret bound of the learner's m rounds + hiddenContextTerm(m) + n · baselineGapMax
 *
 * The sum is right. But m is random, so that the middle term needs a bound for all m at once, and
 * two events of probability 1 − δ hold together with probability 1 − 2δ only (erratum 14).
 */
import { hiddenContextTerm } from './hidden-context-term.ts';
import { meantRegretBound } from './learner-regret-bound.ts';
import type { ProblemConstants } from './problem-constants.ts';

export interface RoundsPlayed {
  /** m: rounds of the learner. */
  readonly learnerRounds: number;
  /** n: rounds given to the baseline. */
  readonly baselineRounds: number;
}

/** Returns Lemma 1's bound for a run with these rounds, in reward units. */
export function decomposedRegretBound(constants: ProblemConstants, rounds: RoundsPlayed): number {
  const { failureProbability, baselineGapMax } = constants;
  const { learnerRounds, baselineRounds } = rounds;
  return (
    meantRegretBound(constants, learnerRounds) +
    hiddenContextTerm({ roundCount: learnerRounds, failureProbability }) +
    baselineRounds * baselineGapMax
  );
}

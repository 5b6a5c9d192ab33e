/**
 * The margin when the baseline's reward is known only within an interval.
 *
 *     margin = worst-case total of the learner's rounds, this one included
 *              − shareKept · Σ baseline max over the learner's rounds, this one included
 *              + (1 − shareKept) · Σ baseline min over the baseline's rounds
 *              + allowancePerRound · rounds + reserve
 *
 * The interval hurts on both sides and differently: an overstated baseline inflates the credit of
 * falling back, an understated one makes learning look cheap. So debits take the upper end and
 * credits the lower. With max = min it is the margin of a known baseline.
 */
import type { PromiseTerms } from '../promise-terms.ts';

export interface IntervalMarginInput {
  readonly terms: PromiseTerms;
  /** Least total of the learner's rounds, the candidate included, in reward units. */
  readonly learnerTotalLowerBound: number;
  /** Σ of the baseline's upper ends over the learner's rounds, the present one included. */
  readonly baselineMaxOnLearnerRounds: number;
  /** Σ of the baseline's lower ends over the baseline's rounds. */
  readonly baselineMinOnBaselineRounds: number;
  /** Rounds so far, the present one included. */
  readonly roundCount: number;
}

/** Returns the room left if the candidate is played, in reward units; negative means no. */
export function intervalMargin(input: IntervalMarginInput): number {
  const { shareKept, allowancePerRound, reserve } = input.terms;
  return (
    input.learnerTotalLowerBound -
    shareKept * input.baselineMaxOnLearnerRounds +
    (1 - shareKept) * input.baselineMinOnBaselineRounds +
    allowancePerRound * input.roundCount +
    reserve
  );
}

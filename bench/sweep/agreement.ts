/**
 * Whether two implementations play the same game: mean regret and the learner's share of rounds.
 *
 *     distance = |mean − other mean| / ( s · √(1/n + 1/n′) )        s: spread over our own trials
 *
 * Their random numbers differ, so means differ by chance; more than five standard errors is no chance.
 */
import type { TrialTotals } from './trial-set.ts';

const STANDARD_ERRORS_MAX = 5;

/** What a yardstick tells of its trials. */
export interface TrialMeans {
  readonly trialCount: number;
  readonly meanRegret: number;
  readonly learnerShare: number;
}

/** Returns our means in the form of the yardsticks. */
export function meansOf(totals: TrialTotals): TrialMeans {
  const { trialCount } = totals;
  return {
    trialCount,
    meanRegret: totals.regretSum / trialCount,
    learnerShare: totals.learnerShareSum / trialCount,
  };
}

/** Returns a sentence for each mean that is too far from ours to be chance. */
export function findDisagreement(ours: TrialTotals, name: string, theirs: TrialMeans): string[] {
  const { trialCount } = ours;
  const counts = 1 / trialCount + 1 / theirs.trialCount;
  const means = meansOf(ours);
  const check = (what: string, sums: Sums, our: number, their: number): string[] => {
    const error = Math.sqrt(spreadSquared(sums, trialCount) * counts);
    if (Math.abs(our - their) <= STANDARD_ERRORS_MAX * error) return [];
    return [`${name} has ${what} ${their}, hedgerow ${our} with an error of ${error}.`];
  };
  const regrets = { sum: ours.regretSum, squareSum: ours.regretSquareSum };
  const shares = { sum: ours.learnerShareSum, squareSum: ours.learnerShareSquareSum };
  return [
    ...check('a mean regret of', regrets, means.meanRegret, theirs.meanRegret),
    ...check('a share of learner rounds of', shares, means.learnerShare, theirs.learnerShare),
  ];
}

interface Sums {
  readonly sum: number;
  readonly squareSum: number;
}

function spreadSquared({ sum, squareSum }: Sums, count: number): number {
  return (squareSum - sum ** 2 / count) / (count - 1);
}

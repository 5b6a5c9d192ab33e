/**
 * What a log of the baseline's rewards proves about its mean, if the mean is the same for ever.
 *
 *     lowest  = floor + s*(rewards − floor) / count       highest = ceiling − s*(ceiling − rewards) / count
 *
 * with s* the gain that eleven bettors prove from the log (half of the failure probability for each
 * side). The link from yesterday to tomorrow is a DECLARATION: no log can prove anything about rounds
 * to come without one. If it does not hold, leave the baseline unknown and let the coin measure it.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireBetween } from '../../base/require.ts';
import { addedBack, logFactor, predictionMax } from './log-factor.ts';
import { WealthMixture } from './wealth-mixture.ts';

export interface LogIntervalInput {
  /** Rewards the baseline has earned, in the order they came. */
  readonly rewards: readonly number[];
  /** No reward lies below it. */
  readonly floor: number;
  /** No reward lies above it. */
  readonly ceiling: number;
  /** Probability with which the interval may miss the mean. */
  readonly failureProbability: number;
}

const RATE_MULTIPLES: readonly number[] = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4].map(
  (j) => 2 ** j,
);

/** Returns an interval that contains the mean with probability 1 − failureProbability. */
export function logInterval(input: LogIntervalInput): { min: number; max: number } {
  const { rewards, floor, ceiling, failureProbability } = input;
  requireBetween('failureProbability', failureProbability, 0, 1);
  requireLog(input);
  const width = ceiling - floor;
  const heights = rewards.map((reward) => reward - floor);
  const depths = rewards.map((reward) => ceiling - reward);
  const share = failureProbability / 2;
  return {
    min: floor + provenTotal(heights, width, share) / rewards.length,
    max: ceiling - provenTotal(depths, width, share) / rewards.length,
  };
}

/** What is proven of the sum of means of gains that came one after the other. */
function provenTotal(gains: readonly number[], width: number, failureProbability: number): number {
  const rates = RATE_MULTIPLES.map((multiple) => multiple / width);
  const weights = rates.map(() => 1 / rates.length);
  const logWealths = rates.map((rate) => logWealth(gains, width, rate));
  return new WealthMixture({ rates, weights }, failureProbability).provenGain(
    (index) => logWealths[index]!,
  );
}

/** A bettor predicts each gain by the mean of those before it (half the range to begin with). */
function logWealth(gains: readonly number[], width: number, rate: number): number {
  let total = 0;
  let sum = width / 2;
  gains.forEach((gain, count) => {
    const prediction = Math.min(sum / (count + 1), predictionMax(rate));
    total += logFactor({ rate, gain, prediction }) + addedBack(rate, prediction);
    sum += gain;
  });
  return total;
}

function requireLog({ rewards, floor, ceiling }: LogIntervalInput): void {
  requireBetween('ceiling', ceiling, floor, Number.POSITIVE_INFINITY);
  const outside = rewards.find((reward) => !(reward >= floor && reward <= ceiling));
  if (rewards.length > 0 && outside === undefined) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `a log must hold rewards from ${floor} to ${ceiling}`,
    received: outside === undefined ? 'empty' : `one with ${outside}`,
  });
}

/**
 * Exact limits for a probability, from how often something happened in so many runs.
 *
 *     upper   the p at which P(count ≤ seen) = 1 − confidence
 *     lower   the p at which P(count ≥ seen) = 1 − confidence
 *
 * Clopper and Pearson (1934), as quantiles of beta distributions. Runs without a failure
 * prove little about rare failures, and this says how little: 135 clean runs show, at 99.9 %
 * confidence, that failures are rarer than 5 %.
 */
import { betaQuantile } from '../numbers/beta-distribution.ts';

export interface CountOfRuns {
  /** How often it happened. */
  readonly count: number;
  readonly runCount: number;
  /** Probability with which the limit is right, for example 0.999. */
  readonly confidence: number;
}

/** Returns the largest probability that the count leaves possible. */
export function upperLimit({ count, runCount, confidence }: CountOfRuns): number {
  if (count >= runCount) return 1;
  return betaQuantile(confidence, { towardsOne: count + 1, towardsZero: runCount - count });
}

/** Returns the smallest probability that the count leaves possible. */
export function lowerLimit({ count, runCount, confidence }: CountOfRuns): number {
  if (count <= 0) return 0;
  return betaQuantile(1 - confidence, { towardsOne: count, towardsZero: runCount - count + 1 });
}

/** Each of the two limits is right with this probability, so both are with 95 %. */
const ONE_SIDED = 0.975;

/** Returns the limits of a rate, 95 % two-sided. */
export function rateLimits(count: number, runCount: number): { low: number; high: number } {
  const seen = { count, runCount, confidence: ONE_SIDED };
  return { low: lowerLimit(seen), high: upperLimit(seen) };
}

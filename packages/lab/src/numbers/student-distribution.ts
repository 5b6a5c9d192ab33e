/**
 * Student's distribution: what a mean of few trials, in units of its estimated error, may be.
 *
 *     P(|T| > t) = I(ν / (ν + t²); ν/2, 1/2)        I: the beta distribution function
 */
import { betaProbability, betaQuantile } from './beta-distribution.ts';

/** Returns P(|T| > value) for so many degrees of freedom, at least 1. */
export function twoSidedStudentProbability(value: number, freedom: number): number {
  if (value === 0) return 1;
  if (!Number.isFinite(value)) return 0;
  return betaProbability(freedom / (freedom + value * value), shapeOf(freedom));
}

/** Returns the t with P(|T| ≤ t) = `confidence`, for example 0.95. */
export function studentQuantile(confidence: number, freedom: number): number {
  const share = betaQuantile(1 - confidence, shapeOf(freedom));
  return Math.sqrt((freedom * (1 - share)) / share);
}

function shapeOf(freedom: number): { towardsOne: number; towardsZero: number } {
  return { towardsOne: freedom / 2, towardsZero: 0.5 };
}

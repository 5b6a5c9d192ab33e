/**
 * Is one strategy really below another? Trial by trial, since both met the same worlds.
 */

import { studentQuantile, twoSidedStudentProbability } from '../numbers/student-distribution.ts';
import { meanAndError } from './mean-and-error.ts';

const CONFIDENCE = 0.95;

export interface PairedTest {
  /** Mean of first − second over trials. */
  readonly difference: number;
  readonly standardError: number;
  /** 95 % interval of the mean difference. */
  readonly low: number;
  readonly high: number;
  /** Two-sided, that the mean difference is 0. */
  readonly pValue: number;
  /** What the interval shows of the first. */
  readonly finding: 'lower' | 'higher' | 'undecided';
}

/** Compares two lists of results, trial by trial. */
export function pairedTest(first: readonly number[], second: readonly number[]): PairedTest {
  return testOfMean(first.map((value, trial) => value - second[trial]!));
}

/** Compares the mean of values with 0. */
export function testOfMean(values: readonly number[]): PairedTest {
  const { mean, standardError } = meanAndError(values);
  const halfWidth = confidenceHalfWidth(standardError, values.length);
  const [low, high] = [mean - halfWidth, mean + halfWidth];
  return {
    difference: mean,
    standardError,
    low,
    high,
    pValue: pValueOf(mean, standardError, values.length),
    finding: high < 0 ? 'lower' : low > 0 ? 'higher' : 'undecided',
  };
}

/** Returns half the width of the 95 % interval of a mean; infinite for a single trial. */
export function confidenceHalfWidth(standardError: number, trialCount: number): number {
  if (trialCount < 2) return Number.POSITIVE_INFINITY;
  return standardError === 0 ? 0 : studentQuantile(CONFIDENCE, trialCount - 1) * standardError;
}

function pValueOf(mean: number, standardError: number, trialCount: number): number {
  if (mean === 0 || trialCount < 2) return 1;
  return twoSidedStudentProbability(Math.abs(mean) / standardError, trialCount - 1);
}

/**
 * The boundary for sub-Gaussian noise: a normal mixture of exponential martingales (Robbins 1970).
 *
 *     boundary(v) = √( (v + tuning) · ( ln(1 + v / tuning) + 2 ln(1/δ) ) )
 *
 * It is tightest, relative to √v, near one accumulated variance that must be named in advance; the
 * tuning that puts it there is
 *
 *     bestMixtureTuning = v / ( 2 ln(1/δ) + ln(1 + 2 ln(1/δ)) )
 *
 * When in doubt name too small a variance: ten times too small widens the boundary by at most 7 %,
 * ten times too large by up to 27 % (δ from 0.001 to 0.05). It bounds the noise on BOTH sides within
 * one δ, so a one-sided use has room to spare.
 */
import { requireBetween, requireNotNegative } from '../../base/require.ts';
import type { TimeUniformBoundary } from './time-uniform-boundary.ts';

export interface NormalMixtureOptions {
  /** δ: probability that the boundary is ever crossed, over the whole run. */
  readonly failureProbability: number;
  /** ρ: variance of the mixture's inverse, in squared reward units, greater than 0. */
  readonly mixtureTuning: number;
}

/** Returns the normal-mixture boundary; only for noise without a sub-gamma tail. */
export function normalMixtureBoundary(options: NormalMixtureOptions): TimeUniformBoundary {
  const { failureProbability, mixtureTuning } = options;
  requireBetween('failureProbability', failureProbability, 0, 1);
  requireBetween('mixtureTuning', mixtureTuning, 0, Number.POSITIVE_INFINITY);
  const fromConfidence = 2 * Math.log(1 / failureProbability);
  return (accumulatedVariance) => {
    requireNotNegative('accumulatedVariance', accumulatedVariance);
    const growth = Math.log1p(accumulatedVariance / mixtureTuning);
    return Math.sqrt((accumulatedVariance + mixtureTuning) * (growth + fromConfidence));
  };
}

export interface MixtureTuningInput {
  readonly failureProbability: number;
  /** Accumulated variance at which the boundary should be tightest, greater than 0. */
  readonly tightestAtVariance: number;
}

/** Returns the tuning whose boundary is (very nearly) lowest at `tightestAtVariance`. */
export function bestMixtureTuning(input: MixtureTuningInput): number {
  requireBetween('failureProbability', input.failureProbability, 0, 1);
  requireBetween('tightestAtVariance', input.tightestAtVariance, 0, Number.POSITIVE_INFINITY);
  const fromConfidence = 2 * Math.log(1 / input.failureProbability);
  return input.tightestAtVariance / (fromConfidence + Math.log1p(fromConfidence));
}

/**
 * How far the noise of ONE round may fall, for each round of the run with its own small share of δ.
 *
 *     δ_t = 6 δ / (π² t²)                    the shares of all rounds add up to δ
 *     quantile = √( 2 v ln(1/δ_t) ) + b ln(1/δ_t)
 *
 * Used where the past is known exactly (contexts revealed) and only the present round is open: one
 * round's noise, not the noise of a sum. Unlike a boundary it does not grow with past variance.
 */
import { requireBetween, requireNotNegative, requireWhole } from '../../base/require.ts';

export interface OneStepQuantileInput {
  /** v: variance proxy of this round, in squared reward units. */
  readonly variance: number;
  /** b: sub-gamma tail of this round, in reward units. */
  readonly tail: number;
  /** t: number of this round, from 1. */
  readonly round: number;
  /** δ: probability that any round of the run exceeds its quantile. */
  readonly failureProbability: number;
}

/** Returns the width that this round's noise stays within, in reward units. */
export function oneStepQuantile(input: OneStepQuantileInput): number {
  requireNotNegative('variance', input.variance);
  requireNotNegative('tail', input.tail);
  requireWhole('round', input.round, 1, Number.POSITIVE_INFINITY);
  requireBetween('failureProbability', input.failureProbability, 0, 1);
  const share = (6 * input.failureProbability) / (Math.PI * input.round) ** 2;
  const demand = Math.log(1 / share);
  return Math.sqrt(2 * input.variance * demand) + input.tail * demand;
}

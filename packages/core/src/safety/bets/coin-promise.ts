/**
 * What the three promises under an unknown baseline have in common.
 *
 *     slack ≥ gainShare · s* + Σ base(stake, reward)
 *
 * with s* the gain proven by a mixture of bettors (`wealth-mixture.ts`) whose wealth grows by
 * `logGrowth` a round. A reward of null means: not arrived. Both functions then return their worst
 * case, at or below their value for every reward, so that nothing is gained by losing a reward.
 */
import { HedgerowError } from '../../base/errors.ts';
import { type CoinRange, type CoinRangeOptions, coinRange } from './coin-range.ts';
import type { CoinStake } from './coin-stake.ts';
import { predictionMax } from './log-factor.ts';
import { cautiousPrediction } from './two-point-reward.ts';

export interface CoinPromiseOptions extends CoinRangeOptions {
  /** α: share of the baseline's total that may be lost; at least 0 and less than 1. */
  readonly allowedShortfall: number;
}

/** A round with what came of it. */
export interface CoinRound {
  readonly stake: CoinStake;
  /** The observed reward of whoever played; null until it has arrived. */
  readonly reward: number | null;
}

export interface CoinPromise {
  /** What one unit of proven gain adds to the slack. */
  readonly gainShare: number;
  /** ceiling − lowest, in reward units: fixes how fast the bettors bet. */
  readonly width: number;
  /** Returns the change of the log wealth of a bettor with this rate, rounded down. */
  logGrowth(round: CoinRound, rate: number): number;
  /** Returns what the round adds to the slack for certain, rounded down; may be negative. */
  base(round: CoinRound): number;
}

/** Refuses a share outside [0, 1) and returns it with the checked range. */
export function coinTerms(options: CoinPromiseOptions): {
  readonly allowedShortfall: number;
  readonly range: CoinRange;
} {
  requireShortfall(options.allowedShortfall);
  return { allowedShortfall: options.allowedShortfall, range: coinRange(options) };
}

/** Refuses everything but shares from 0 (an absolute promise) to 1, which is left out. */
export function requireShortfall(allowedShortfall: number): void {
  if (allowedShortfall >= 0 && allowedShortfall < 1) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'allowedShortfall must be at least 0 and less than 1',
    received: String(allowedShortfall),
  });
}

/** Returns `credit − debit` for parts that are products of a few numbers, rounded down. */
export function roundedDown(credit: number, debit: number): number {
  const allowance = 8 * Number.EPSILON * (Math.abs(credit) + Math.abs(debit));
  return credit - debit - allowance;
}

/** Cuts a prediction to [0, most]. */
export function clampPrediction(prediction: number, most: number): number {
  return Math.min(Math.max(prediction, 0), most);
}

/**
 * Returns what a bettor of this rate subtracts for a distance that is predicted to be `mean` in a
 * range of this width. No distance strays further than √(mean · (width − mean)).
 */
export function betPrediction(
  rate: number,
  { mean, width, deviation = 0 }: DistancePrediction,
): number {
  const within = clampPrediction(mean, width);
  const most = Math.sqrt(within * (width - within));
  const cautious = cautiousPrediction(rate, {
    mean: within,
    deviation: Math.min(deviation, most),
  });
  return Math.min(cautious, predictionMax(rate));
}

export interface DistancePrediction {
  readonly mean: number;
  /** Width of the range, in reward units. */
  readonly width: number;
  /** 0 if nothing is known of it. */
  readonly deviation: number | undefined;
}

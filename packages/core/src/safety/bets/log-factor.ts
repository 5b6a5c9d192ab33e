/**
 * One round of one bettor: its wealth is multiplied by 1 + rate · (gain − prediction).
 *
 * The gain is never negative and rate · prediction is at most `STAKE_MAX` < 1, so nobody is ever
 * ruined. The logarithm is rounded DOWN by more than all rounding made on the way to it (the
 * subtraction that made the gain, the product, `Math.log1p` within 3 units in the last place): a
 * bettor is never believed to be richer than it is.
 */

/** cap: the largest share of its wealth that a bettor puts at risk in one round. */
export const STAKE_MAX = 0.9;

/** A gain above 10⁹ / rate counts as that: the factor grows with the gain, so this is sound. */
export const SCALED_GAIN_MAX = 1e9;

/** Eight units in the last place, as a share of what was added up. */
export const TERM_ALLOWANCE: number = 8 * Number.EPSILON;

export interface Factor {
  /** λ, or λ times the factor by which the coin enlarges this branch. */
  readonly rate: number;
  /** What was gained, at least 0. */
  readonly gain: number;
  /** What was predicted, at least 0 and at most `predictionMax(rate)`. */
  readonly prediction: number;
}

/** Returns log(1 + rate · (gain − prediction)), rounded down. Grows with the gain. */
export function logFactor({ rate, gain, prediction }: Factor): number {
  const scaledGain = Math.min(rate * gain, SCALED_GAIN_MAX);
  const isCut = scaledGain === SCALED_GAIN_MAX;
  const change = isCut ? SCALED_GAIN_MAX - rate * prediction : rate * (gain - prediction);
  const growth = Math.log1p(change);
  const sensitivity = (scaledGain + Math.abs(change)) / (1 + change);
  return growth - TERM_ALLOWANCE * (sensitivity + Math.abs(growth));
}

/** Returns the largest prediction that a bettor of this rate may subtract. */
export function predictionMax(rate: number): number {
  return STAKE_MAX / rate;
}

/** Returns λ · ŷ, what a bettor adds back for a prediction it subtracted, rounded down. */
export function addedBack(rate: number, prediction: number): number {
  return rate * prediction * (1 - TERM_ALLOWANCE);
}

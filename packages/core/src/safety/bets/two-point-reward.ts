/**
 * The hardest reward with a given mean and deviation: all or nothing.
 *
 *     it pays `size` with probability mean / size, else nothing
 *     size = (deviation² + mean²) / mean
 *
 * Bettors are not told the shape of rewards, so they prepare for this one. It fixes two things. Their
 * rates are multiples of 1 / size, which is 1 / mean for steady rewards and far less for rare ones. And
 * a bettor subtracts less than the mean, the less the faster it bets. The best to subtract solves
 *
 *     E[ 1 / (1 + rate · (reward − prediction)) ] = 1
 *
 *     all or nothing   2 · mean / (1 + x + √((1 + x)² − 4 · rate · mean))        x = rate · size
 *     nearly normal    mean − rate · deviation²
 *
 * and the larger of the two is taken: the first where rewards are rare, where the second is far too
 * low. A fast bettor who predicts the mean of a rare reward pays too much for every round without one.
 * With the best rate the wealth then grows as fast as the likelihood ratio of yes/no rewards, the limit
 * for every test.
 *
 * Mean and deviation may be wrong: any prediction known before the reward is sound.
 */
export interface TwoPointReward {
  /** Predicted mean above the lowest reward, at least 0. */
  readonly mean: number;
  /** Predicted deviation around it; 0 if nothing is known of it. */
  readonly deviation: number;
}

/** Returns what the reward pays when it pays, at least its mean; the mean if nothing else is usable. */
export function rewardSize({ mean, deviation }: TwoPointReward): number {
  const size = mean + (deviation / mean) * deviation;
  return Number.isFinite(size) ? size : mean;
}

/** Returns what a bettor of this rate subtracts: from 0 to the mean. */
export function cautiousPrediction(rate: number, { mean, deviation }: TwoPointReward): number {
  if (deviation === 0 || mean === 0) return mean;
  const reach = 1 + rate * (mean + (deviation / mean) * deviation);
  const root = Math.sqrt(Math.max(reach * reach - 4 * rate * mean, 0));
  const prediction = Math.max((2 * mean) / (reach + root), mean - rate * deviation * deviation);
  return Number.isFinite(prediction) ? Math.min(prediction, mean) : 0;
}

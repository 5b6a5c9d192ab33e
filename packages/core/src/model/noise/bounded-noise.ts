/**
 * Noise of rewards that are known to stay in a range of some width = max − min: three readings.
 *
 *     the observed reward is bounded       variance = width² / 4                      tail 0
 *     its noiseless part is bounded        variance = rewardNoiseScale² + width² / 4  tail 0
 *     the same, and its variance is small  variance = rewardNoiseScale² + meanVariance
 *                                          tail     = width / 3                       (Bernstein)
 *
 * The first is the default of hedgerow: Hoeffding's lemma covers reward noise and hidden context
 * together, and asks for no model of either. Kirschner & Krause use 4 for a range of width 2, where
 * width² / 4 = 1 is enough.
 */
import { requireNotNegative } from '../../base/require.ts';
import { type NoiseBound, noiseBound } from './noise-bound.ts';
import { type RewardRange, rewardRangeWidth } from './reward-range.ts';

/** Returns the noise of rewards that are always observed inside the range. */
export function boundedRewardNoise(rewardRange: RewardRange): NoiseBound {
  return noiseBound(rewardRangeWidth(rewardRange) ** 2 / 4, 0);
}

export interface BoundedMeanNoiseInput {
  /** Limits of φᵀθ*, the reward without its noise, over every possible context. */
  readonly rewardRange: RewardRange;
  /** σ: sub-Gaussian scale of the reward noise alone, in reward units. */
  readonly rewardNoiseScale: number;
}

/** Returns the noise when φᵀθ* stays inside the range for every context, and noise is added. */
export function boundedMeanNoise(input: BoundedMeanNoiseInput): NoiseBound {
  requireNotNegative('rewardNoiseScale', input.rewardNoiseScale);
  return noiseBound(input.rewardNoiseScale ** 2 + rewardRangeWidth(input.rewardRange) ** 2 / 4, 0);
}

export interface BernsteinNoiseInput extends BoundedMeanNoiseInput {
  /** Bound on the variance of φᵀθ* over the forecast, in squared reward units. */
  readonly meanVariance: number;
}

/** Returns Bernstein's bound, better than `boundedMeanNoise` where the forecast is sharp. */
export function bernsteinNoise(input: BernsteinNoiseInput): NoiseBound {
  requireNotNegative('rewardNoiseScale', input.rewardNoiseScale);
  requireNotNegative('meanVariance', input.meanVariance);
  const variance = input.rewardNoiseScale ** 2 + input.meanVariance;
  return noiseBound(variance, rewardRangeWidth(input.rewardRange) / 3);
}

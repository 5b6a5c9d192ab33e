/**
 * What a noise model says about one round: a pair (variance v, tail b), known before the reward.
 *
 *     ln E[ exp(s · noise) ] ≤ s² · variance / ( 2 (1 − tail · |s|) )        for |s| < 1 / tail
 *
 * Noise with such a bound is called sub-gamma; with tail 0 it is sub-Gaussian. "Noise" is everything
 * that ψᵀθ* does not predict: the reward's own noise AND the spread of the hidden context. Variances
 * of independent parts add up, the larger tail wins.
 */
import { requireNotNegative } from '../../base/require.ts';

export interface NoiseBound {
  /** v: variance proxy, in squared reward units; at least the true variance. */
  readonly variance: number;
  /** b: sub-gamma tail on the heavier side, in reward units; 0 means sub-Gaussian. */
  readonly tail: number;
}

/** A bound that knows the two sides apart. A sum that may only be too HIGH needs `upperTail`. */
export interface TwoSidedNoiseBound extends NoiseBound {
  /** b for noise above 0. */
  readonly upperTail: number;
  /** b for noise below 0. */
  readonly lowerTail: number;
}

/** Returns a checked pair; every noise model ends here. */
export function noiseBound(variance: number, tail: number): NoiseBound {
  requireNotNegative('variance', variance);
  requireNotNegative('tail', tail);
  return { variance, tail };
}

/** Returns the bound of a sum whose parts are independent given the past: Σ v, largest b. */
export function addedNoise(first: NoiseBound, second: NoiseBound): NoiseBound {
  return noiseBound(first.variance + second.variance, Math.max(first.tail, second.tail));
}

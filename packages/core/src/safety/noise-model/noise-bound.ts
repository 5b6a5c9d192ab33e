/**
 * What a noise model says about one round: a pair (variance v, tail b), known before the reward.
 *
 *     ln E[ exp(s · noise) ] ≤ s² · variance / ( 2 (1 − tail · |s|) )        for |s| < 1 / tail
 *
 * Noise with such a bound is called sub-gamma; with tail 0 it is sub-Gaussian. "Noise" is everything
 * that ψᵀθ* does not predict: the reward's own noise AND the spread of the hidden context.
 */
export interface NoiseBound {
  /** v: variance proxy, in squared reward units; at least the true variance. */
  readonly variance: number;
  /** b: sub-gamma tail on the heavier side, in reward units; 0 means sub-Gaussian. */
  readonly tail: number;
}

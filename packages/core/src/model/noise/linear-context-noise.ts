/**
 * Noise when features are LINEAR in the context and the context is normal or uniform in a box.
 *
 *     variance = rewardNoiseScale² + meanVariance        tail = 0
 *
 * where meanVariance bounds θᵀCθ, the variance of the reward over the forecast (`mean-variance.ts`).
 * A linear function of a normal context is exactly normal. A uniform variable is strictly
 * sub-Gaussian, since sinh(x)/x ≤ exp(x²/6), so independent uniform coordinates may be added, and
 * mixed with normal ones. Kronecker, outer, Hadamard and per-action maps are linear; squares and
 * products of context coordinates are not (`quadratic-context-noise.ts`).
 *
 * With the context revealed, or exact, nothing is hidden: meanVariance is 0 and the regression uses
 * the features φ of the context that came.
 */
import { requireNotNegative } from '../../base/require.ts';
import { type NoiseBound, noiseBound } from './noise-bound.ts';

export interface LinearContextNoiseInput {
  /** σ: sub-Gaussian scale of the reward noise alone, in reward units. */
  readonly rewardNoiseScale: number;
  /** Bound on the variance of the reward over the forecast, in squared reward units. */
  readonly meanVariance: number;
}

/** Returns the noise of a linear map over a normal or box-uniform context. */
export function linearContextNoise(input: LinearContextNoiseInput): NoiseBound {
  requireNotNegative('rewardNoiseScale', input.rewardNoiseScale);
  requireNotNegative('meanVariance', input.meanVariance);
  return noiseBound(input.rewardNoiseScale ** 2 + input.meanVariance, 0);
}

/** Returns the noise of a round whose context is exact, or revealed before it is learnt from. */
export function revealedNoise(rewardNoiseScale: number): NoiseBound {
  return linearContextNoise({ rewardNoiseScale, meanVariance: 0 });
}

/**
 * How much wider the confidence radius must be when observations carry a bounded error.
 *
 *     radius with bias = radius + √( Σ weight · biasBound² )
 *
 * Lemma 2 of the design notes: if y = ψᵀθ* + e + noise with |e| ≤ biasBound known before the round,
 * the errors move the estimate by at most that root, in the V-norm, whatever their signs. Uses:
 * features averaged over samples, forecasts that are off by a known distance, models that are not
 * quite linear. A constant biasBound makes the radius grow like √rounds; nothing can prevent that.
 */
import { requireBetween, requireNotNegative } from '../../base/require.ts';
import type { ConfidenceRadius } from '../confidence-radius.ts';

export class BiasAllowance {
  #squareSum = 0;

  /** Counts one observation that entered the model with this weight and this bound on its error. */
  add(weight: number, biasBound: number): void {
    requireBetween('weight', weight, 0, Number.POSITIVE_INFINITY);
    requireNotNegative('biasBound', biasBound);
    this.#squareSum += weight * biasBound * biasBound;
  }

  /** What must be added to the radius, in units of the V-norm. */
  get radiusIncrease(): number {
    return Math.sqrt(this.#squareSum);
  }
}

/** Returns the radius widened by whatever `allowance` holds when it is asked. */
export function withBias(radius: ConfidenceRadius, allowance: BiasAllowance): ConfidenceRadius {
  return (model) => radius(model) + allowance.radiusIncrease;
}

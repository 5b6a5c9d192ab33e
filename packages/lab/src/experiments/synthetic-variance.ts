/**
 * A bound on the variance of rewards in the synthetic world that knows only the norm of the weights.
 *
 *     variance ≤ noiseScale² + weightNormBound² · largest eigenvalue of Cov φ
 *
 * Cov φ of [x², c², x∘c] for c ~ N(m, v) falls into one block of two for each coordinate,
 *
 *     ( 2 v² + 4 m² v    2 m x v )
 *     ( 2 m x v          x² v    )
 *
 * and x², m² + v and x m are what the expected features consist of. So nothing else is needed.
 */
export interface SyntheticVarianceOptions {
  /** v: variance that the forecast claims for each coordinate. */
  readonly claimedVariance: number;
  readonly weightNormBound: number;
  readonly noiseScale: number;
}

/** Returns the bound as a function of one action's expected features. */
export function syntheticVariance(
  options: SyntheticVarianceOptions,
): (expectedFeatures: Float64Array) => number {
  const { claimedVariance, weightNormBound, noiseScale } = options;
  return (expectedFeatures) => {
    const size = expectedFeatures.length / 3;
    let largest = 0;
    for (let i = 0; i < size; i++) {
      const squaredCentre = expectedFeatures[size + i]! - claimedVariance;
      const ofSquare = claimedVariance * (2 * claimedVariance + 4 * squaredCentre);
      const ofProduct = claimedVariance * expectedFeatures[i]!;
      const between = 2 * claimedVariance * expectedFeatures[2 * size + i]!;
      const middle = (ofSquare + ofProduct) / 2;
      largest = Math.max(largest, middle + Math.hypot((ofSquare - ofProduct) / 2, between));
    }
    return noiseScale ** 2 + weightNormBound ** 2 * largest;
  };
}

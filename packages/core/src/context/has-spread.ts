/**
 * Tells a known context from an uncertain one, whatever it was made of.
 *
 * A coordinate with variance zero equals its mean. `normal(20, 0)`, or independent blocks that are
 * all exact, are as good as `exact`: this looks at the numbers, not at the kind.
 */
import type { ContextDistribution } from './context-distribution.ts';

/** Returns false exactly when the context is known to be the mean. */
export function hasSpread(distribution: ContextDistribution): boolean {
  const { covariance, dimension } = distribution;
  for (let i = 0; i < dimension; i++) {
    if (covariance[i * dimension + i] !== 0) return true;
  }
  return false;
}

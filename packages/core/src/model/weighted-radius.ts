/**
 * The confidence radius of a regression weighted by 1 / variance, for sub-Gaussian noise.
 *
 *     radius = √( ln(det V / λᵈ) + 2 ln(1/δ) )  +  √λ · A
 *
 * Theorem A of the design notes. It is the determinant radius with noise scale 1, because the
 * weights have already divided the noise by its scale; the name is here so that nobody passes the
 * noise scale a second time.
 */
import type { ConfidenceDeclarations, ConfidenceRadius } from './confidence-radius.ts';
import { determinantRadius } from './determinant-radius.ts';

/** Returns Theorem A's β as a function of a model weighted by 1 / variance. */
export function weightedRadius(
  options: Omit<ConfidenceDeclarations, 'noiseScale'>,
): ConfidenceRadius {
  return determinantRadius({ ...options, noiseScale: 1 });
}

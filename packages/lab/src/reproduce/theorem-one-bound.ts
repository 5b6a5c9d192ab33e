/**
 * The number of baseline rounds that the paper's Theorem 1 says no run can do without.
 *
 *     n_T ≥ d² (A√λ + σ)² / (α r_h (Δ_h + α r_h)) · [ ln( 10 d (A√λ + σ) / (√δ (Δ_h + α r_h)) ) ]²
 *
 * with r_h = Δ_h = 1, as the paper sets them. It does not depend on T. The theorem wants λ ≥ D²,
 * which would only make the bound larger than with the λ used here.
 */
import {
  FAILURE_PROBABILITY,
  FEATURE_COUNT,
  NOISE_SCALE,
  RIDGE_PENALTY,
  WEIGHT_NORM_BOUND,
} from './paper-experiments.ts';

const REWARD_MAX = 1;
const GAP_MAX = 1;

/** Returns the claimed least number of baseline rounds for α. */
export function theoremOneBound(allowedShortfall: number): number {
  const size = FEATURE_COUNT * (WEIGHT_NORM_BOUND * Math.sqrt(RIDGE_PENALTY) + NOISE_SCALE);
  const room = GAP_MAX + allowedShortfall * REWARD_MAX;
  const logarithm = Math.log((10 * size) / (Math.sqrt(FAILURE_PROBABILITY) * room));
  return (size ** 2 / (allowedShortfall * REWARD_MAX * room)) * logarithm ** 2;
}

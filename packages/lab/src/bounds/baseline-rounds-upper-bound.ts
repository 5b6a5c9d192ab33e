/**
 * How many rounds the baseline can get. Proposition 4 (line 332), from Kazerouni and others:
 *
 *     n ≤ 1 + 114 d² (A√λ + σ)² / (α r_ℓ (Δ_ℓ + α r_ℓ))
 *               · ln( 62 d (A√λ + σ) / (√δ (Δ_ℓ + α r_ℓ)) )²          if λ ≥ max(1, D²)
 *
 * It does not grow with the horizon, and that is its merit. As a number it says nothing: in the
 * paper's experiment it lies between 10⁹ and 10¹¹ for runs of 2000 rounds (erratum 32).
 */
import { boundScale, type ProblemConstants } from './problem-constants.ts';

/** Returns Proposition 4's bound, in rounds. */
export function baselineRoundsUpperBound(constants: ProblemConstants): number {
  const { dimension, failureProbability, allowedShortfall } = constants;
  const { baselineRewardMin, baselineGapMin } = constants;
  const scale = dimension * boundScale(constants);
  const gain = allowedShortfall * baselineRewardMin;
  const room = baselineGapMin + gain;
  const logarithm = Math.log((62 * scale) / (Math.sqrt(failureProbability) * room));
  return 1 + ((114 * scale ** 2) / (gain * room)) * logarithm ** 2;
}

/**
 * Theorem 1 (line 372), which is false: a least number of baseline rounds, whatever the horizon.
 *
 *     n ≥ d² (A√λ + σ)² / (α r_h (Δ_h + α r_h)) · ln( 10 d (A√λ + σ) / (√δ (Δ_h + α r_h)) )²
 *
 * A run of T rounds has at most T of any kind. With the experiment's constants the theorem claims
 * 6.5 million of 2000 at α = 0.1. It asks for λ ≥ D², and with such a λ it claims more still. The
 * proof takes ‖θ‖ for ‖θ − θ̂‖, and bounds from below by a negative number that Lemma 2 turns into a
 * positive one (erratum 11). What is true instead stands in `first-proposal.ts`.
 */
import { boundScale, type ProblemConstants } from './problem-constants.ts';

/** Returns the number of baseline rounds that the theorem claims at the least. */
export function theoremOneClaim(constants: ProblemConstants): number {
  const { dimension, failureProbability, allowedShortfall } = constants;
  const { baselineRewardMax, baselineGapMax } = constants;
  const scale = dimension * boundScale(constants);
  const gain = allowedShortfall * baselineRewardMax;
  const room = baselineGapMax + gain;
  const logarithm = Math.log((10 * scale) / (Math.sqrt(failureProbability) * room));
  return (scale ** 2 / (gain * room)) * logarithm ** 2;
}

/** Returns the same constants with a ridge penalty that the theorem admits: λ = D². */
export function withAdmissiblePenalty(constants: ProblemConstants): ProblemConstants {
  return { ...constants, ridgePenalty: Math.max(1, constants.featureNormBound ** 2) };
}

/**
 * Theorem 2 (line 479): the three terms inside its O(·), each without the constant that O hides.
 *
 *     learner        d · ln(D T / (λ δ)) · √T
 *     baseline       K_h · Δ_h / (α r_ℓ)              K_h = 1 + 114 d² (…)² / (Δ_ℓ + α r_ℓ) · ln(…)²
 *     hidden context K_ℓ · √ln(1/δ) / √(α r_h (Δ_h + α r_h))          K_ℓ = d (A√λ + σ) · ln(…)
 *
 * The third term is what Theorem 1 was needed for, and falls with it. The context's true share is
 * `hiddenContextTerm`, which grows like √T (erratum 13). The second term is Proposition 4 times Δ_h.
 */
import { baselineRoundsUpperBound } from './baseline-rounds-upper-bound.ts';
import type { ProblemConstants } from './problem-constants.ts';
import { theoremOneClaim } from './theorem-one.ts';

export interface TheoremTwoTerms {
  readonly learner: number;
  readonly baseline: number;
  readonly hiddenContext: number;
}

/** Returns the terms for a horizon, in reward units but for the constants that O hides. */
export function theoremTwoTerms(constants: ProblemConstants, horizon: number): TheoremTwoTerms {
  const { dimension, featureNormBound, ridgePenalty, failureProbability } = constants;
  const { allowedShortfall, baselineRewardMin, baselineGapMax } = constants;
  const inside = (featureNormBound * horizon) / (ridgePenalty * failureProbability);
  const gain = allowedShortfall * baselineRewardMin;
  // K_h has its 1 outside the fraction by α r_ℓ, Proposition 4 has it inside.
  const baselineConstant = 1 + (baselineRoundsUpperBound(constants) - 1) * gain;
  return {
    learner: dimension * Math.log(inside) * Math.sqrt(horizon),
    baseline: (baselineConstant * baselineGapMax) / gain,
    // K_ℓ² / (α r_h (Δ_h + α r_h)) is Theorem 1's number.
    hiddenContext: Math.sqrt(theoremOneClaim(constants) * Math.log(1 / failureProbability)),
  };
}

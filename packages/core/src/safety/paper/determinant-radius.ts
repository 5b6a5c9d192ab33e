/**
 * The confidence radius measured by the determinant of the gram matrix (Abbasi-Yadkori 2011).
 *
 *     radius = noiseScale · √( ln(det V / λᵈ) + 2 ln(1/δ) )  +  √λ · A
 *
 * Tighter than the closed form for d ≥ 2, valid for d = 1, and without a bound on the features.
 * With observations weighted by 1 / variance and noiseScale = 1 it is the weighted radius
 * (Theorem A of the design notes).
 */
import { requireBetween, requireNotNegative } from '../../base/require.ts';
import type { ConfidenceDeclarations, ConfidenceRadius } from '../../model/confidence-radius.ts';

/** Returns the determinant form of β as a function of the model. */
export function determinantRadius(options: ConfidenceDeclarations): ConfidenceRadius {
  const { noiseScale, weightNormBound, failureProbability } = options;
  requireNotNegative('noiseScale', noiseScale);
  requireNotNegative('weightNormBound', weightNormBound);
  requireBetween('failureProbability', failureProbability, 0, 1);
  const fromConfidence = 2 * Math.log(1 / failureProbability);
  return (model) =>
    noiseScale * Math.sqrt(model.logDeterminantRatio() + fromConfidence) +
    Math.sqrt(model.ridgePenalty) * weightNormBound;
}

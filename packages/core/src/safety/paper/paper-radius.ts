/**
 * The confidence radius exactly as the paper writes it, just below Eq. (conf).
 *
 *     radius = noiseScale · √( d · ln( (1 + (m + 1) · D² / λ) / δ ) )  +  √λ · A
 *
 * `m` counts only the rounds the model learnt from. The radius grows with m, yet predictions
 * sharpen: along every direction we keep playing, the ellipsoid shrinks faster than this grows.
 *
 * Two warnings. For d = 1 the closed form is invalid even with the right noise: it has ln(1/δ)
 * where 2 ln(1/δ) is needed. And it asks for D, a bound on the norm of features, which the
 * determinant form does not need.
 */
import { requireBetween, requireNotNegative } from '../../base/require.ts';
import type { ConfidenceDeclarations, ConfidenceRadius } from '../../model/confidence-radius.ts';

export interface PaperRadiusOptions extends ConfidenceDeclarations {
  /** D: bound on the Euclidean norm of a feature vector. */
  readonly featureNormBound: number;
}

/** Returns the paper's β as a function of the model. */
export function paperRadius(options: PaperRadiusOptions): ConfidenceRadius {
  const { noiseScale, weightNormBound, featureNormBound, failureProbability } = options;
  requireNotNegative('noiseScale', noiseScale);
  requireNotNegative('weightNormBound', weightNormBound);
  requireNotNegative('featureNormBound', featureNormBound);
  requireBetween('failureProbability', failureProbability, 0, 1);
  return (model) => {
    const growth =
      1 + ((model.observationCount + 1) * featureNormBound * featureNormBound) / model.ridgePenalty;
    const fromNoise =
      noiseScale * Math.sqrt(model.dimension * Math.log(growth / failureProbability));
    return fromNoise + Math.sqrt(model.ridgePenalty) * weightNormBound;
  };
}

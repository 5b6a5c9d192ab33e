/**
 * The confidence radius for sub-gamma noise, where a sub-Gaussian radius is not valid.
 *
 *     weight of a round = 1 / theoremBVariance,   theoremBVariance = max(v, b · |ψ| / tailScale)
 *     demand = ln(1/δ) + ½ ln(det V / λᵈ) + d · ln(1/mixtureShare)
 *     slope  = 1 / (2 (1 − momentShare))
 *     radius = √λ · A  +  min over 0 < γ ≤ cap of ( slope · γ + demand / γ ),
 *              cap = (1 − mixtureShare) · momentShare · √λ / tailScale
 *
 * Theorem B of the design notes: a truncated mixture of exponential supermartingales. As the tail b
 * goes to 0 it becomes the determinant radius up to constants; with a tail it is conservative: in
 * simulations the estimate stayed within a third of it in nine runs of ten, and often closer.
 *
 * What surprises: `tailScale` (G) is fixed before any data. A small one inflates the weights'
 * variances, a large one lowers the cap. Tune it on simulated data, never on the run's own.
 */
import { requireBetween, requireNotNegative } from '../../base/require.ts';
import type { ConfidenceRadius } from '../../model/confidence-radius.ts';
import type { NoiseBound } from './noise-bound.ts';

export interface TheoremBRadiusOptions {
  /** A: bound on the Euclidean norm of the true weights. */
  readonly weightNormBound: number;
  /** δ: probability with which the set may miss the true weights, over the whole run. */
  readonly failureProbability: number;
  /** G: largest b · |ψ| / v̄ of any round, greater than 0; see `theoremBVariance`. */
  readonly tailScale: number;
  /** κ: how far into the range of the moment bound the mixture reaches; ½ unless given. */
  readonly momentShare?: number;
  /** τ: share of the mixture kept around its centre; ½ unless given. */
  readonly mixtureShare?: number;
}

/** Returns Theorem B's β as a function of a model weighted by 1 / `theoremBVariance`. */
export function theoremBRadius(options: TheoremBRadiusOptions): ConfidenceRadius {
  const { weightNormBound, failureProbability, tailScale } = options;
  const { momentShare = 0.5, mixtureShare = 0.5 } = options;
  requireNotNegative('weightNormBound', weightNormBound);
  requireBetween('failureProbability', failureProbability, 0, 1);
  requireBetween('tailScale', tailScale, 0, Number.POSITIVE_INFINITY);
  requireBetween('momentShare', momentShare, 0, 1);
  requireBetween('mixtureShare', mixtureShare, 0, 1);
  const slope = 1 / (2 * (1 - momentShare));
  const demandPerDimension = Math.log(1 / mixtureShare);
  return (model) => {
    const root = Math.sqrt(model.ridgePenalty);
    const demand =
      Math.log(1 / failureProbability) +
      model.logDeterminantRatio() / 2 +
      model.dimension * demandPerDimension;
    const cap = ((1 - mixtureShare) * momentShare * root) / tailScale;
    const best = Math.min(Math.sqrt(demand / slope), cap);
    return root * weightNormBound + slope * best + demand / best;
  };
}

export interface TheoremBVarianceInput {
  readonly noise: NoiseBound;
  /** |ψ|: Euclidean norm of the round's features. */
  readonly featureNorm: number;
  /** G: the same number as in the radius. */
  readonly tailScale: number;
}

/** Returns v̄, the variance by which a round must be weighted for `theoremBRadius` to hold. */
export function theoremBVariance(input: TheoremBVarianceInput): number {
  const { noise, featureNorm, tailScale } = input;
  requireNotNegative('featureNorm', featureNorm);
  requireBetween('tailScale', tailScale, 0, Number.POSITIVE_INFINITY);
  return Math.max(noise.variance, (noise.tail * featureNorm) / tailScale);
}

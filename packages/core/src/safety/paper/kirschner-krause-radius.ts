/**
 * The confidence radius of Kirschner & Krause (2019) for contexts known as a distribution.
 *
 * It is the determinant form with their noise scale ρ:
 *
 *     hidden     ρ = √(4 + rewardNoiseScale²)     the context's spread is bounded by |ξ| ≤ 2
 *     revealed   ρ = rewardNoiseScale             the regression sees the real features
 *
 * The 4 assumes rewards in [−1, 1]. It is safe but loose: Hoeffding's lemma gives 1 instead, and
 * ¼ for rewards in [0, 1].
 */
import { requireNotNegative } from '../../base/require.ts';
import type { ConfidenceRadius } from '../../model/confidence-radius.ts';
import { determinantRadius } from './determinant-radius.ts';

/** Whether the context stays hidden after the decision, or is revealed with the reward. */
export type ContextFeedback = 'hidden' | 'revealed';

export interface KirschnerKrauseRadiusOptions {
  readonly feedback: ContextFeedback;
  /** σ: sub-Gaussian scale of the reward noise alone, in reward units. */
  readonly rewardNoiseScale: number;
  /** A: bound on the Euclidean norm of the true weights (theirs is 1). */
  readonly weightNormBound: number;
  /** δ: probability with which the set may miss the true weights, over the whole run. */
  readonly failureProbability: number;
}

/** Returns Kirschner & Krause's β as a function of the model. */
export function kirschnerKrauseRadius(options: KirschnerKrauseRadiusOptions): ConfidenceRadius {
  const { feedback, rewardNoiseScale, weightNormBound, failureProbability } = options;
  requireNotNegative('rewardNoiseScale', rewardNoiseScale);
  const squaredContextSpread = feedback === 'hidden' ? 4 : 0;
  const noiseScale = Math.sqrt(squaredContextSpread + rewardNoiseScale * rewardNoiseScale);
  return determinantRadius({ noiseScale, weightNormBound, failureProbability });
}

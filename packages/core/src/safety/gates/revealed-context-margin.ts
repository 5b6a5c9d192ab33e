/**
 * The realised promise when contexts are revealed after the decision.
 *
 *     contrastSum = Σ over past rounds of φ(played) − (1 − α) φ(baseline), with the contexts seen
 *     margin = lowest total of (contrastSum + expected contrast of the candidate)
 *              − oneStepQuantile(u, b, round)
 *
 * The past is no longer a matter of luck: its contrasts are known vectors, and the confidence set
 * bounds them. Only the context of the present round is open, so a quantile of one round takes the
 * place of the boundary for a sum, and does not grow like √rounds.
 */
import { requireLength } from '../../base/require.ts';
import { type OneStepQuantileInput, oneStepQuantile } from '../boundaries/one-step-quantile.ts';
import { type ConfidenceView, lowestTotal } from '../certificates/ellipsoid-bounds.ts';

export interface RevealedContextMarginInput extends ConfidenceView, OneStepQuantileInput {
  /** Σ of realised contrasts over all past rounds; α · φ(baseline) on baseline rounds. */
  readonly contrastSum: ArrayLike<number>;
  /** ψ of the candidate − (1 − α) · ψ of the baseline, in this round. */
  readonly candidateContrast: ArrayLike<number>;
}

/** Returns the room left if the candidate is played, in reward units; negative means no. O(d²). */
export function revealedContextMargin(input: RevealedContextMarginInput): number {
  const { contrastSum, candidateContrast, model } = input;
  requireLength('contrastSum', contrastSum, model.dimension);
  requireLength('candidateContrast', candidateContrast, model.dimension);
  const extended = Float64Array.from(candidateContrast, (value, i) => value + contrastSum[i]!);
  return lowestTotal(input, extended) - oneStepQuantile(input);
}

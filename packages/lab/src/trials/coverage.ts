/**
 * Whether the true weights lie in a confidence set: ‖θ̂ − θ*‖ in V ≤ β.
 *
 *     ‖u‖ in V = ‖R u‖      because V = RᵀR, and R's upper triangle is what a model exports first
 *
 * O(d²) with a few allocations: asked at the recorded rounds only.
 */
import type { Learner, RidgeModel } from '@hedgerow/core/research';

/** Share by which rounding may lift the distance over the radius. */
const ROUNDING_SHARE = 1e-9;

/** Returns whether the learner's set holds the true weights; null if either does not exist. */
export function coversTruth(
  { confidenceSet }: Pick<Learner, 'confidenceSet'>,
  trueWeights: Float64Array | null,
): boolean | null {
  if (confidenceSet === null || trueWeights === null) return null;
  const { model, radius } = confidenceSet;
  return distanceInGramNorm(model, trueWeights) <= radius(model) * (1 + ROUNDING_SHARE);
}

/** Returns ‖θ̂ − weights‖ in V. */
export function distanceInGramNorm(model: RidgeModel, weights: Float64Array): number {
  const { dimension } = model;
  const difference = new Float64Array(dimension);
  model.kernel.estimateWeights(difference);
  for (let i = 0; i < dimension; i++) difference[i]! -= weights[i]!;
  const triangle = model.kernel.exportState();
  let squares = 0;
  let start = 0;
  for (let row = 0; row < dimension; row++) {
    let sum = 0;
    for (let i = row; i < dimension; i++) sum += triangle[start + i - row]! * difference[i]!;
    squares += sum * sum;
    start += dimension - row;
  }
  return Math.sqrt(squares);
}

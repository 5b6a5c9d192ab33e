/**
 * The lowest value of a total zᵀθ*, over all weights in the confidence set.
 *
 *     lowest = max( zᵀθ̂ − radius · ‖z‖ in V⁻¹,  −A · |z| )
 *
 * z may be any vector at all: a candidate, or a sum of rounds. The term with A, the declared bound on
 * the norm of the true weights, helps before the first observations and is left out if A is not given.
 */
import { requireLength } from '../../base/require.ts';
import type { RidgeModel } from '../../model/ridge-model.ts';

/** A model together with the radius that is valid for it now. */
export interface ConfidenceView {
  readonly model: RidgeModel;
  /** β: radius of the confidence set, in units of the V-norm. */
  readonly radius: number;
  /** A: bound on the Euclidean norm of the true weights, if one is declared. */
  readonly weightNormBound?: number;
}

/** Returns the least that `direction` can be worth, in reward units. O(d²). */
export function lowestTotal(view: ConfidenceView, direction: ArrayLike<number>): number {
  const { prediction, width } = measure(view, direction);
  return Math.max(prediction - width, -normBound(view, direction));
}

function measure(
  view: ConfidenceView,
  direction: ArrayLike<number>,
): { prediction: number; width: number } {
  const { kernel, dimension } = view.model;
  requireLength('direction', direction, dimension);
  kernel.direction.set(direction);
  kernel.probe();
  return { prediction: kernel.probedPrediction, width: view.radius * kernel.probedUncertainty };
}

function normBound(view: ConfidenceView, direction: ArrayLike<number>): number {
  if (view.weightNormBound === undefined) return Number.POSITIVE_INFINITY;
  let squareSum = 0;
  for (let i = 0; i < direction.length; i++) squareSum += direction[i]! * direction[i]!;
  return view.weightNormBound * Math.sqrt(squareSum);
}

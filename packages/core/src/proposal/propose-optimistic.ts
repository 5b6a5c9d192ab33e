/**
 * Which action we would like to play: the one whose reward could be highest.
 *
 *     upperBound(x) = ψᵀθ̂ + radius · ‖ψ‖ in V⁻¹          x′ = argmax, lowest index on a tie
 *
 * Paper: Algorithm 1, the line "Find (x′, θ̃)"; the maximum over the ellipsoid has this closed form.
 * The features must already stand in `model.kernel.features`. Afterwards the bounds of all actions
 * stand in `model.kernel.upperBounds`. A proposal never affects safety: the gate decides that.
 */
import type { RidgeModel } from '../model/ridge-model.ts';

export interface OptimismOptions {
  readonly actionCount: number;
  /** β: a larger radius explores more. */
  readonly radius: number;
}

/** Returns the index of the action with the largest upper bound. O(K d²), allocates nothing. */
export function proposeOptimistic(model: RidgeModel, options: OptimismOptions): number {
  return model.kernel.scoreActions(options.actionCount, options.radius);
}

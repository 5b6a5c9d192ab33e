/**
 * The numeric heart: what a ridge regression must compute, again and again, without allocating.
 *
 * State, in square-root information form (no inverse is ever stored):
 *
 *     gramMatrix  V = λI + Σ w ψψᵀ = RᵀR      R upper triangular
 *     z = R⁻ᵀ Σ w ψ y
 *
 * One forward substitution s = R⁻ᵀψ then gives both numbers a decision needs:
 * prediction ψᵀθ̂ = s·z and squared uncertainty ψᵀV⁻¹ψ = s·s.
 *
 * All arrays are views of the engine's own memory and stay valid for the life of the kernel:
 * callers write features straight into `features` and read results where they are.
 */
export interface RidgeKernel {
  /** d: length of a feature vector. */
  readonly dimension: number;
  /** Largest number of actions `scoreActions` can take. */
  readonly actionCapacity: number;
  /** One feature vector after the other, actionCapacity × dimension; the caller writes them. */
  readonly features: Float64Array;
  /** ψᵀθ̂ of each action, written by `scoreActions`. */
  readonly predictions: Float64Array;
  /** ‖ψ‖ in V⁻¹ of each action, written by `scoreActions`. */
  readonly uncertainties: Float64Array;
  /** prediction + radius · uncertainty of each action, written by `scoreActions`. */
  readonly upperBounds: Float64Array;
  /** ψ · `direction` of each action, written by `projectActions`. */
  readonly projections: Float64Array;
  /** One vector of length d; the caller writes it, and no method here changes it. */
  readonly direction: Float64Array;
  /**
   * Number of actions whose predictions and uncertainties are those of the model as it is now; 0 once
   * something was learnt. Whoever writes other features says so with `forgetScores`.
   */
  readonly scoredCount: number;

  /** Forgets everything: V = ridgePenalty · I, no observations. */
  reset(ridgePenalty: number): void;
  /**
   * Fills predictions, uncertainties and upper bounds of the first `actionCount` actions and
   * returns the index of the largest upper bound (ties: the lowest index).
   */
  scoreActions(actionCount: number, radius: number): number;
  /** The features are no longer those that were scored. */
  forgetScores(): void;
  /** Predicts along `direction`; read the answers from `probedPrediction` and `probedUncertainty`. */
  probe(): void;
  readonly probedPrediction: number;
  readonly probedUncertainty: number;
  /** Fills the projections of the first `actionCount` actions. O(K d). */
  projectActions(actionCount: number): void;
  /** Learns that `direction` paid `reward`, with weight w = `weight` > 0. O(d²). */
  update(reward: number, weight: number): void;
  /** ln det V. */
  logDeterminant(): number;
  /** Writes θ̂ = V⁻¹ Σ w ψ y into `into`, by back substitution. */
  estimateWeights(into: Float64Array): void;
  /** Writes V⁻¹ times `direction` into `into`, by two substitutions. */
  solve(into: Float64Array): void;
  /**
   * The whole state as numbers: R's upper triangle row by row, then z, then in the same order what
   * rounding has cut off each of them so far. Equal states, equal bits; d (d + 3) numbers.
   */
  exportState(): Float64Array;
  /** Restores what `exportState` gave, bit for bit. */
  importState(state: Float64Array): void;
}

/** Which machine code computes; all but `wasm-fma` give the same bits everywhere. */
export type EngineKind = 'typescript' | 'wasm' | 'wasm-fma';

/** Makes kernels that share one pool of memory. */
export interface KernelEngine {
  readonly kind: EngineKind;
  createKernel(size: { readonly dimension: number; readonly actionCapacity: number }): RidgeKernel;
  /** An engine on the same memory whose kernels can be given back together. */
  branch(): EngineBranch;
}

/** Makes kernels for one policy, or for one trial of a policy. */
export interface EngineBranch extends KernelEngine {
  /** Gives the memory of all its kernels back, for others to use: nothing may use them afterwards. */
  dispose(): void;
}

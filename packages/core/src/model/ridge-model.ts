/**
 * What has been learnt: a weighted ridge regression of rewards on expected features.
 *
 *     gramMatrix V = ridgePenalty · I + Σ w ψψᵀ        estimatedWeights θ̂ = V⁻¹ Σ w ψ y
 *
 * Paper: the two displays before Eq. (conf). The kernel keeps V as a Cholesky factor; this file
 * adds what the kernel leaves out for speed: checked input, the count of observations, and the
 * log-determinant relative to the start. Nothing grows with the length of the history.
 */
import { requireAllFinite, requireBetween, requireFinite, requireLength } from '../base/require.ts';
import { forgetful } from './forget.ts';
import { createEngine } from './kernel/create-engine.ts';
import type { KernelEngine, RidgeKernel } from './kernel/ridge-kernel.ts';
import { type ModelPrior, priorState } from './prior.ts';

export interface RidgeModelOptions {
  /** d: length of a feature vector. */
  readonly dimension: number;
  /** Largest number of actions scored at a time. */
  readonly actionCapacity: number;
  /** λ: weight of the prior at the origin, greater than 0. */
  readonly ridgePenalty: number;
  /** What is known before the first reward, in place of the ridge penalty. */
  readonly prior?: ModelPrior;
  /** Shared memory and code for many models; a private default engine if absent. */
  readonly engine?: KernelEngine;
}

export interface RidgeModel {
  /** Scores, predicts, solves: see `ridge-kernel.ts`. Read through it; write through `learn`. */
  readonly kernel: RidgeKernel;
  readonly dimension: number;
  readonly ridgePenalty: number;
  /** Whether it started from a prior of its own instead of the ridge penalty. */
  readonly hasPrior: boolean;
  /** m: rounds learnt from so far. */
  readonly observationCount: number;
  /** Learns that `features` paid `reward`. The weight is 1 / (variance of the reward). */
  learn(features: ArrayLike<number>, reward: number, weight: number): void;
  /** Changes the reward of an earlier observation by `rewardChange`. O(d²). */
  revise(features: ArrayLike<number>, rewardChange: number, weight: number): void;
  /** Keeps the share `kept` of what was learnt, and goes back to the start with the rest. O(d³). */
  forget(kept: number): void;
  /** All that was learnt, as numbers; `importState` restores it bit for bit. */
  exportState(): RidgeModelState;
  importState(state: RidgeModelState): void;
  /** ln(det V / det of the V at the start): 0 at the start, growing with every observation. */
  logDeterminantRatio(): number;
}

export interface RidgeModelState {
  readonly observationCount: number;
  /** The kernel's own state. */
  readonly kernel: Float64Array;
}

/** Returns an empty model: V = ridgePenalty · I and no observations. */
export function createRidgeModel(options: RidgeModelOptions): RidgeModel {
  requireBetween('ridgePenalty', options.ridgePenalty, 0, Number.POSITIVE_INFINITY);
  return new SquareRootRidgeModel(options);
}

class SquareRootRidgeModel implements RidgeModel {
  readonly kernel: RidgeKernel;
  readonly dimension: number;
  readonly ridgePenalty: number;
  readonly hasPrior: boolean;
  observationCount = 0;
  readonly #start: Float64Array;
  readonly #logDeterminantAtStart: number;

  constructor(options: RidgeModelOptions) {
    const engine = options.engine ?? createEngine();
    this.kernel = engine.createKernel(options);
    this.kernel.reset(options.ridgePenalty);
    if (options.prior !== undefined) {
      this.kernel.importState(priorState(options.prior, options.dimension));
    }
    this.dimension = options.dimension;
    this.ridgePenalty = options.ridgePenalty;
    this.hasPrior = options.prior !== undefined;
    this.#start = this.kernel.exportState();
    this.#logDeterminantAtStart =
      options.prior === undefined
        ? options.dimension * Math.log(options.ridgePenalty)
        : this.kernel.logDeterminant();
  }

  learn(features: ArrayLike<number>, reward: number, weight: number): void {
    requireLength('features', features, this.dimension);
    const { direction } = this.kernel;
    for (let i = 0; i < direction.length; i++) {
      const feature = features[i]!;
      if (!Number.isFinite(feature)) requireAllFinite('features', features);
      direction[i] = feature;
    }
    requireFinite('reward', reward);
    requireBetween('weight', weight, 0, Number.POSITIVE_INFINITY);
    this.kernel.update(reward, weight);
    this.observationCount += 1;
  }

  revise(features: ArrayLike<number>, rewardChange: number, weight: number): void {
    requireLength('features', features, this.dimension);
    requireAllFinite('features', features);
    requireFinite('rewardChange', rewardChange);
    requireBetween('weight', weight, 0, Number.POSITIVE_INFINITY);
    const state = this.kernel.exportState();
    addToRightHandSide(state, features, weight * rewardChange);
    this.kernel.importState(state);
  }

  forget(kept: number): void {
    requireBetween('kept', kept, 0, 1);
    this.kernel.importState(forgetful(this.kernel.exportState(), this.#start, kept));
  }

  exportState(): RidgeModelState {
    return { observationCount: this.observationCount, kernel: this.kernel.exportState() };
  }

  importState(state: RidgeModelState): void {
    this.kernel.importState(state.kernel);
    this.observationCount = state.observationCount;
  }

  logDeterminantRatio(): number {
    if (this.observationCount === 0) return 0;
    return this.kernel.logDeterminant() - this.#logDeterminantAtStart;
  }
}

/** Adds R⁻ᵀ(factor · ψ) to z; the state begins with R's upper triangle, row by row, and z. */
function addToRightHandSide(
  state: Float64Array,
  features: ArrayLike<number>,
  factor: number,
): void {
  const dimension = features.length;
  const rest = Float64Array.from(features, (feature) => factor * feature);
  const start = (dimension * (dimension + 1)) / 2;
  let row = 0;
  for (let k = 0; k < dimension; k++) {
    const solved = rest[k]! / state[row]!;
    state[start + k]! += solved;
    for (let i = k + 1; i < dimension; i++) rest[i]! -= solved * state[row + i - k]!;
    row += dimension - k;
  }
}

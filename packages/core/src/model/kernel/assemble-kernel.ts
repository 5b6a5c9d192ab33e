/**
 * Puts a `RidgeKernel` together from an engine's arithmetic and the shared operations on its memory.
 *
 * Input is checked here, once for all engines. Features are not looked at: a NaN among them shows up
 * as a NaN in the answers, and an update with one is caught when its leverage is not finite.
 */
import { assertInvariant } from '../../base/errors.ts';
import { requireBetween, requireFinite, requireWhole } from '../../base/require.ts';
import type { KernelArithmetic } from './kernel-arithmetic.ts';
import type { KernelMemory } from './kernel-memory.ts';
import type { RidgeKernel } from './ridge-kernel.ts';
import {
  estimateWeights,
  exportFactor,
  importFactor,
  logDeterminant,
  resetFactor,
  solve,
} from './triangular-factor.ts';

/** Returns a kernel with ridge penalty 1 and no observations. */
export function assembleKernel(arithmetic: KernelArithmetic): RidgeKernel {
  const kernel = new AssembledKernel(arithmetic);
  kernel.reset(1);
  return kernel;
}

class AssembledKernel implements RidgeKernel {
  readonly dimension: number;
  readonly actionCapacity: number;
  readonly features: Float64Array;
  readonly predictions: Float64Array;
  readonly uncertainties: Float64Array;
  readonly upperBounds: Float64Array;
  readonly projections: Float64Array;
  readonly direction: Float64Array;
  scoredCount = 0;
  readonly #arithmetic: KernelArithmetic;
  readonly #memory: KernelMemory;

  constructor(arithmetic: KernelArithmetic) {
    const memory = arithmetic.memory;
    this.#arithmetic = arithmetic;
    this.#memory = memory;
    this.dimension = memory.dimension;
    this.actionCapacity = memory.actionCapacity;
    this.features = memory.features;
    this.predictions = memory.predictions;
    this.uncertainties = memory.uncertainties;
    this.upperBounds = memory.upperBounds;
    this.projections = memory.projections;
    this.direction = memory.direction;
  }

  reset(ridgePenalty: number): void {
    requireBetween('ridgePenalty', ridgePenalty, 0, Number.POSITIVE_INFINITY);
    resetFactor(this.#memory, ridgePenalty);
    this.scoredCount = 0;
  }

  scoreActions(actionCount: number, radius: number): number {
    requireWhole('actionCount', actionCount, 1, this.actionCapacity);
    requireFinite('radius', radius);
    this.scoredCount = actionCount;
    return this.#arithmetic.scoreActions(actionCount, radius);
  }

  forgetScores(): void {
    this.scoredCount = 0;
  }

  probe(): void {
    this.#arithmetic.probe();
  }

  get probedPrediction(): number {
    return this.#memory.answers[0]!;
  }

  get probedUncertainty(): number {
    return this.#memory.answers[1]!;
  }

  projectActions(actionCount: number): void {
    requireWhole('actionCount', actionCount, 1, this.actionCapacity);
    this.#arithmetic.projectActions(actionCount);
  }

  update(reward: number, weight: number): void {
    requireFinite('reward', reward);
    requireBetween('weight', weight, 0, Number.POSITIVE_INFINITY);
    this.scoredCount = 0;
    const leverage = this.#arithmetic.update(reward, weight);
    assertInvariant(
      Number.isFinite(leverage),
      'the leverage of an update must be finite',
      leverage,
    );
  }

  logDeterminant(): number {
    return logDeterminant(this.#memory);
  }

  estimateWeights(into: Float64Array): void {
    estimateWeights(this.#memory, into);
  }

  solve(into: Float64Array): void {
    solve(this.#memory, into);
  }

  exportState(): Float64Array {
    return exportFactor(this.#memory);
  }

  importState(state: Float64Array): void {
    importFactor(this.#memory, state);
    this.scoredCount = 0;
  }
}

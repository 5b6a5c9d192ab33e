/**
 * What declared baseline rewards prove about any other reward, if rewards really are linear.
 *
 * Declared: baseline reward = ψᵀθ* lies in middle ± halfWidth each round, and ‖θ*‖ ≤ weightNormBound
 * A. With G, h of `equation-rows.ts`, any ridge penalty λ and any vector x (`solution`), for every
 * direction g:
 *
 *   (E) gᵀθ* ≥ xᵀh − √(λA² + Σ w·halfWidth² − c₀) · √(xᵀ(G + λI)x) − A · ‖g − (G + λI)x‖
 *   (D) gᵀθ* ≥ xᵀh − Σ |u_i| · halfWidth_i − A · ‖g − Gx‖          u_i = w_i · ψ_iᵀx
 *
 * c₀ is the least value of λ‖θ‖² + Σ w(middle − ψᵀθ)², kept by its recursion and never as a
 * difference of large sums. Both hold whatever x is: x = (G + λI)⁻¹g makes them sharp, but its
 * rounding errors cannot make them wrong. In (D) rows older than the window are taken together:
 * Σ_old |u_i| · halfWidth_i ≤ √(Σ_old w·halfWidth²) · √(Σ_old w(ψᵀx)²), by Cauchy and Schwarz. The best of
 * both is taken over the penalties 1 and 0.01. This is the equation theorem of
 * docs/concepts/certificate.md; it is deterministic and spends no failure probability.
 *
 * If the root in (E) has a negative radicand, the declarations contradict each other: the bound is
 * switched off for good and proves nothing, −∞, from then on. The caller must then also forget what
 * it was used for before.
 */
import { requireAllFinite, requireBetween, requireLength } from '../../base/require.ts';
import { createEngine } from '../../model/kernel/create-engine.ts';
import type { KernelEngine } from '../../model/kernel/ridge-kernel.ts';
import { createRidgeModel, type RidgeModel } from '../../model/ridge-model.ts';
import {
  type EquationInput,
  type EquationRow,
  EquationRows,
  type EquationRowsState,
} from './equation-rows.ts';

export interface EquationBoundOptions {
  /** d: length of a feature vector. */
  readonly dimension: number;
  /** A: bound on the Euclidean norm of the true weights. */
  readonly weightNormBound: number;
  readonly engine?: KernelEngine;
}

export interface EquationBoundState {
  readonly rows: EquationRowsState;
  readonly kernels: readonly (readonly number[])[];
  /** c₀ for each ridge penalty. */
  readonly leastMisfits: readonly number[];
  readonly isContradicted: boolean;
}

const RIDGE_PENALTIES = [1, 0.01];
/** Relative trust in the kernel's prediction of a row; enters c₀ alone. */
const PREDICTION_ROUNDING = 1e-9;
/** Share of the terms of a radicand by which it may be negative through rounding. */
const RADICAND_ROUNDING = 1e-9;
/** Relative rounding of a sum of positive terms, generously. */
const SUM_ROUNDING = 1e-12;

export class EquationBound {
  readonly #weightNormBound: number;
  readonly #rows: EquationRows;
  readonly #models: readonly RidgeModel[];
  readonly #leastMisfits: Float64Array;
  readonly #solution: Float64Array;
  readonly #image: Float64Array;
  #isContradicted = false;

  constructor(options: EquationBoundOptions) {
    const { dimension, weightNormBound } = options;
    requireBetween('weightNormBound', weightNormBound, 0, Number.POSITIVE_INFINITY);
    this.#weightNormBound = weightNormBound;
    const engine = options.engine ?? createEngine();
    this.#models = RIDGE_PENALTIES.map((ridgePenalty) =>
      createRidgeModel({ ...options, engine, actionCapacity: 1, ridgePenalty }),
    );
    this.#rows = new EquationRows(dimension, weightNormBound);
    this.#leastMisfits = new Float64Array(RIDGE_PENALTIES.length);
    this.#solution = new Float64Array(dimension);
    this.#image = new Float64Array(dimension);
  }

  /** Whether the declarations have contradicted each other. */
  get isContradicted(): boolean {
    return this.#isContradicted;
  }

  /** Takes one round's declaration. O(d²). */
  declare(input: EquationInput): void {
    const row = this.#rows.add(input);
    if (row === null) return;
    this.#models.forEach((model, index) => {
      this.#leastMisfits[index]! += this.#misfitOf(model, row);
      model.learn(row.features, row.middle, row.weight);
      if (!(this.#radicand(index) >= 0)) this.#isContradicted = true;
    });
  }

  /** Returns a lower bound on directionᵀθ*; −∞ once the declarations are contradicted. O(d²). */
  lowerBound(direction: ArrayLike<number>): number {
    requireLength('direction', direction, this.#rows.dimension);
    requireAllFinite('direction', direction);
    if (this.#isContradicted) return Number.NEGATIVE_INFINITY;
    let best = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < this.#models.length; index++) {
      this.#solve(index, direction);
      best = Math.max(best, this.#ellipsoidBound(index, direction), this.#rowBound(direction));
    }
    return best;
  }

  exportState(): EquationBoundState {
    return {
      rows: this.#rows.exportState(),
      kernels: this.#models.map(({ kernel }) => Array.from(kernel.exportState())),
      leastMisfits: Array.from(this.#leastMisfits),
      isContradicted: this.#isContradicted,
    };
  }

  /** Restores what `exportState` gave, bit for bit. */
  importState(state: EquationBoundState): void {
    requireLength('leastMisfits', state.leastMisfits, RIDGE_PENALTIES.length);
    this.#rows.importState(state.rows);
    this.#models.forEach(({ kernel }, index) => {
      kernel.importState(Float64Array.from(state.kernels[index]!));
    });
    this.#leastMisfits.set(state.leastMisfits);
    this.#isContradicted = state.isContradicted;
  }

  /** What one row adds to c₀: w · (middle − ψᵀθ̂)² / (1 + w · ψᵀV⁻¹ψ), rounded down. */
  #misfitOf({ kernel }: RidgeModel, row: EquationRow): number {
    kernel.direction.set(row.features);
    kernel.probe();
    const { probedPrediction, probedUncertainty } = kernel;
    const doubt = PREDICTION_ROUNDING * (Math.abs(row.middle) + Math.abs(probedPrediction));
    const miss = Math.max(Math.abs(row.middle - probedPrediction) - doubt, 0);
    const leverage = row.weight * probedUncertainty * probedUncertainty;
    return ((row.weight * miss * miss) / (1 + leverage)) * (1 - PREDICTION_ROUNDING);
  }

  /** λA² + Σ w · halfWidth² − c₀, rounded up; negative only if the declarations contradict. */
  #radicand(index: number): number {
    const most = RIDGE_PENALTIES[index]! * this.#weightNormBound ** 2 + this.#rows.errorTotal;
    return most * (1 + RADICAND_ROUNDING) - this.#leastMisfits[index]!;
  }

  /** Writes x = V⁻¹g into `#solution` and Gx into `#image`. */
  #solve(index: number, direction: ArrayLike<number>): void {
    const { kernel } = this.#models[index]!;
    kernel.direction.set(direction);
    kernel.solve(this.#solution);
    for (let i = 0; i < this.#image.length; i++) {
      let image = 0;
      for (let j = 0; j < this.#image.length; j++) {
        image += this.#rows.gram(i, j) * this.#solution[j]!;
      }
      this.#image[i] = image;
    }
  }

  /** Bound (E). */
  #ellipsoidBound(index: number, direction: ArrayLike<number>): number {
    const penalty = RIDGE_PENALTIES[index]!;
    const { prediction, rounding, squaredImage } = this.#evaluate();
    const squaredLength = squaredImage + penalty * squaredNorm(this.#solution);
    const residual = this.#residualNorm(direction, penalty);
    const width = Math.sqrt(Math.max(this.#radicand(index), 0) * squaredLength);
    return prediction - width - this.#weightNormBound * residual - rounding;
  }

  /** Bound (D). */
  #rowBound(direction: ArrayLike<number>): number {
    const { prediction, rounding, squaredImage } = this.#evaluate();
    let recentError = 0;
    let recentImage = 0;
    for (const { features, weight, halfWidth } of this.#rows.window) {
      const along = dot(features, this.#solution);
      recentError += weight * Math.abs(along) * halfWidth;
      recentImage += weight * along * along;
    }
    const oldImage = Math.max(squaredImage - recentImage, 0) + RADICAND_ROUNDING * squaredImage;
    const oldError = Math.sqrt(this.#rows.oldErrorTotal * oldImage);
    const error = (recentError + oldError) * (1 + SUM_ROUNDING);
    const residual = this.#residualNorm(direction, 0);
    return prediction - error - this.#weightNormBound * residual - rounding;
  }

  /** xᵀh, xᵀGx (rounded up), and a bound on the rounding in all that is added up. */
  #evaluate(): { prediction: number; squaredImage: number; rounding: number } {
    const solution = this.#solution;
    let prediction = 0;
    let size = 0;
    let trace = 0;
    for (let i = 0; i < solution.length; i++) {
      prediction += solution[i]! * this.#rows.rightSide(i);
      size += Math.abs(solution[i]!) * Math.sqrt(this.#rows.gram(i, i));
      trace += this.#rows.gram(i, i);
    }
    const share = 8 * (solution.length + 4) * Number.EPSILON;
    const middles = Math.sqrt(this.#rows.squaredMiddleTotal);
    const rounding = share * size * (middles + this.#weightNormBound * Math.sqrt(trace));
    const squaredImage = Math.max(dot(this.#image, solution), 0) + share * size * size;
    return { prediction, squaredImage, rounding };
  }

  /** ‖g − (G + penalty · I)x‖. */
  #residualNorm(direction: ArrayLike<number>, penalty: number): number {
    let total = 0;
    for (let i = 0; i < this.#image.length; i++) {
      total += (direction[i]! - this.#image[i]! - penalty * this.#solution[i]!) ** 2;
    }
    return Math.sqrt(total) * (1 + SUM_ROUNDING);
  }
}

function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < left.length; i++) total += left[i]! * right[i]!;
  return total;
}

function squaredNorm(values: ArrayLike<number>): number {
  return dot(values, values);
}

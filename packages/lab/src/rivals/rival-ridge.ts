/**
 * The ridge regression that most comparators share: predictions, widths, and the two radii of the
 * literature,
 *
 *     closed form    R √(d ln((1 + (m + 1) D² / λ) / δ)) + √λ A
 *     determinant    R √(ln det(V / λᵈ) + 2 ln(1 / δ)) + √λ A
 */
import {
  type ConfidenceSet,
  createRidgeModel,
  determinantRadius,
  type LearnerDeclarations,
  paperRadius,
  type RandomSource,
  type RidgeModel,
  standardNormal,
} from '@hedgerow/core/research';
import type { RivalRound } from './rival-learner.ts';

export type RadiusForm = 'paper' | 'determinant';

export interface RivalRidgeOptions extends Pick<LearnerDeclarations, 'engine'> {
  readonly dimension: number;
  readonly actionCount: number;
  readonly ridgePenalty: number;
  readonly weightNormBound: number;
  readonly featureNormBound: number;
}

export interface RadiusBelief {
  readonly noiseScale: number;
  readonly failureProbability: number;
  readonly form: RadiusForm;
}

export class RivalRidge {
  readonly model: RidgeModel;
  readonly #options: RivalRidgeOptions;

  constructor(options: RivalRidgeOptions) {
    this.#options = options;
    const { engine, ...sizes } = options;
    this.model = createRidgeModel({
      ...sizes,
      actionCapacity: options.actionCount,
      ...(engine === undefined ? {} : { engine }),
    });
  }

  /** ψᵀθ̂ and ‖ψ‖ in V⁻¹ of each action; views that the next round overwrites. */
  score({ features, actionCount }: RivalRound): {
    readonly predictions: Float64Array;
    readonly widths: Float64Array;
  } {
    const { kernel } = this.model;
    kernel.features.set(features);
    kernel.scoreActions(actionCount, 0);
    return { predictions: kernel.predictions, widths: kernel.uncertainties };
  }

  /** A confidence set around θ̂ for a believed noise. */
  setFor({ noiseScale, failureProbability, form }: RadiusBelief): ConfidenceSet {
    const { weightNormBound, featureNormBound } = this.#options;
    const believed = { noiseScale, weightNormBound, failureProbability };
    const radius =
      form === 'paper'
        ? paperRadius({ ...believed, featureNormBound })
        : determinantRadius(believed);
    return { model: this.model, radius };
  }

  /** Draws weights from the normal distribution around θ̂ with covariance (scale² V⁻¹). */
  drawWeights(scale: number, random: RandomSource): Float64Array {
    const { dimension, kernel } = this.model;
    const state = kernel.exportState();
    const start = (dimension * (dimension + 1)) / 2;
    const drawn = Float64Array.from(
      { length: dimension },
      (_, k) => state[start + k]! + scale * standardNormal(random),
    );
    solveUpper(state, drawn);
    return drawn;
  }

  /** The smallest eigenvalue of V, by inverse iteration on the kernel's factor. */
  smallestEigenvalue(): number {
    const { kernel, dimension } = this.model;
    const next = new Float64Array(dimension);
    kernel.direction.fill(1 / Math.sqrt(dimension));
    let largestOfInverse = 0;
    for (let step = 0; step < EIGENVALUE_STEPS; step++) {
      kernel.solve(next);
      const length = Math.hypot(...next);
      const isSettled = Math.abs(length - largestOfInverse) <= EIGENVALUE_TOLERANCE * length;
      largestOfInverse = length;
      if (isSettled) break;
      for (let i = 0; i < dimension; i++) kernel.direction[i] = next[i]! / length;
    }
    return 1 / largestOfInverse;
  }
}

const EIGENVALUE_STEPS = 500;
const EIGENVALUE_TOLERANCE = 1e-10;

/** Solves R x = b in place; R's upper triangle stands row by row at the start of the state. */
function solveUpper(state: Float64Array, right: Float64Array): void {
  const size = right.length;
  for (let k = size - 1; k >= 0; k--) {
    const row = k * size - (k * (k - 1)) / 2;
    let rest = right[k]!;
    for (let i = k + 1; i < size; i++) rest -= state[row + i - k]! * right[i]!;
    right[k] = rest / state[row]!;
  }
}

/** Returns the action with the largest value among those allowed; −1 if none is. */
export function bestOf(
  count: number,
  worth: (action: number) => number,
  isAllowed: (action: number) => boolean = () => true,
): number {
  let best = -1;
  let highest = Number.NEGATIVE_INFINITY;
  for (let action = 0; action < count; action++) {
    if (!isAllowed(action)) continue;
    const value = worth(action);
    if (best < 0 || value > highest) {
      best = action;
      highest = value;
    }
  }
  return best;
}

/** ψ · weights of one action. */
export function project(
  { features, dimension }: RivalRound,
  action: number,
  weights: Float64Array,
): number {
  let sum = 0;
  for (let i = 0; i < dimension; i++) sum += features[action * dimension + i]! * weights[i]!;
  return sum;
}

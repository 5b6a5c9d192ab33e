/**
 * What is known before the first reward: weights θ₀ and how sure they are, a precision Λ₀.
 *
 *     V = Λ₀    Σ w ψ y = Λ₀ θ₀     so that without any reward θ̂ = θ₀
 *
 * Precision is counted in rewards: features ψ with ψᵀΛ₀⁻¹ψ = 1 are as uncertain as one reward is noisy.
 * A ridge penalty is the prior θ₀ = 0, Λ₀ = λI.
 */
import { HedgerowError } from '../base/errors.ts';
import { requireAllFinite, requireLength } from '../base/require.ts';
import { choleskyFactor } from '../base/small-matrix.ts';

export interface ModelPrior {
  /** θ₀, d numbers. */
  readonly weights: ArrayLike<number>;
  /**
   * Λ₀, symmetric and positive definite: d numbers, its diagonal; d × d numbers row by row; or d(d + 1)/2,
   * row i from column i on.
   */
  readonly precision: ArrayLike<number>;
}

/** Returns the state of a kernel that knows the prior and nothing else (ridge-kernel.ts). */
export function priorState(prior: ModelPrior, dimension: number): Float64Array {
  requireLength('prior.weights', prior.weights, dimension);
  requireAllFinite('prior.weights', prior.weights);
  const lower = factorOf(prior.precision, dimension);
  const state = new Float64Array(dimension * (dimension + 3));
  const rightHandSide = (dimension * (dimension + 1)) / 2;
  let rank = 0;
  for (let k = 0; k < dimension; k++) {
    for (let i = k; i < dimension; i++) {
      const entry = lower[i * dimension + k]!;
      state[rank++] = entry;
      state[rightHandSide + k]! += entry * prior.weights[i]!;
    }
  }
  return state;
}

/** Returns L with Λ₀ = LLᵀ; R is its transpose. */
function factorOf(precision: ArrayLike<number>, dimension: number): Float64Array {
  requireAllFinite('prior.precision', precision);
  const factor =
    precision.length === dimension
      ? diagonalFactor(precision)
      : choleskyFactor(squareOf(precision, dimension), dimension);
  if (factor !== null) return factor;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'prior.precision must be positive definite',
    received: 'not',
    remedy:
      'Give every feature at least a little precision: nothing known is a small number, not 0.',
  });
}

function diagonalFactor(diagonal: ArrayLike<number>): Float64Array | null {
  const size = diagonal.length;
  const factor = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    if (!(diagonal[i]! > 0)) return null;
    factor[i * size + i] = Math.sqrt(diagonal[i]!);
  }
  return factor;
}

function squareOf(precision: ArrayLike<number>, dimension: number): Float64Array {
  if (precision.length === (dimension * (dimension + 1)) / 2) return unpacked(precision, dimension);
  requireLength('prior.precision', precision, dimension * dimension);
  const matrix = Float64Array.from(precision);
  for (let i = 0; i < dimension; i++) {
    for (let j = 0; j < i; j++) {
      const [one, other] = [matrix[i * dimension + j]!, matrix[j * dimension + i]!];
      const size = Math.abs(matrix[i * dimension + i]!) + Math.abs(matrix[j * dimension + j]!);
      if (Math.abs(one - other) <= 1e-9 * size) continue;
      throw new HedgerowError({
        code: 'HR_INPUT_RANGE',
        rule: 'prior.precision must be symmetric',
        received: `${one} at (${i}, ${j}) and ${other} at (${j}, ${i})`,
      });
    }
  }
  return matrix;
}

/** From row i from column i on, to all of them. */
function unpacked(upper: ArrayLike<number>, dimension: number): Float64Array {
  const matrix = new Float64Array(dimension * dimension);
  let at = 0;
  for (let i = 0; i < dimension; i++) {
    for (let j = i; j < dimension; j++, at++) {
      matrix[i * dimension + j] = upper[at]!;
      matrix[j * dimension + i] = upper[at]!;
    }
  }
  return matrix;
}

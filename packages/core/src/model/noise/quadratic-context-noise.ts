/**
 * Noise when the reward is QUADRATIC in a normal context: not sub-Gaussian, but sub-gamma.
 *
 *     reward(c) = cᵀQc + qᵀc + constant,    c ~ N(m, Σ),    Σ = MMᵀ
 *     curvatures = eigenvalues of MᵀQM      slopes = Mᵀ(2Qm + q)
 *
 *     variance  = 2 Σ curvature² + |slopes|²          the true variance
 *     upperTail = 2 · max(largest curvature, 0)       lowerTail = 2 · max(−smallest curvature, 0)
 *
 * Lemma 3 of the design notes. A squared distance has no lower tail but a real upper one: treating
 * it as sub-Gaussian with the right variance fails twelve times as often as promised
 * (theorem-b-radius.test.ts).
 * Any M with MMᵀ = Σ will do, because MᵀQM and Σ^½QΣ^½ share their eigenvalues; we take the one from
 * Σ's own eigenvectors, which exists for singular Σ too.
 */
import { requireAllFinite, requireLength, requireNotNegative } from '../../base/require.ts';
import { symmetricEigen } from '../../base/symmetric-eigen.ts';
import { type NoiseBound, noiseBound, type TwoSidedNoiseBound } from './noise-bound.ts';

export interface QuadraticRewardInput {
  /** m: mean of the context. */
  readonly contextMean: ArrayLike<number>;
  /** Σ: covariance of the context, row by row. */
  readonly contextCovariance: Float64Array;
  /** Q: symmetric matrix of the squared terms, row by row. */
  readonly quadraticTerms: Float64Array;
  /** q: coefficients of the linear terms. */
  readonly linearTerms: ArrayLike<number>;
}

/** Returns the noise of a known quadratic reward over a normal context. O(n³). */
export function quadraticRewardNoise(input: QuadraticRewardInput): TwoSidedNoiseBound {
  requireQuadraticReward(input);
  const size = input.contextMean.length;
  const root = covarianceRoot(input.contextCovariance, size);
  const curvature = congruent(input.quadraticTerms, root, size);
  const slopes = transposedTimes(root, gradientAtMean(input), size);
  let variance = 0;
  for (const entry of curvature) variance += 2 * entry * entry;
  for (const slope of slopes) variance += slope * slope;
  const curvatures = symmetricEigen(curvature, size).values;
  const upperTail = 2 * Math.max(curvatures[size - 1]!, 0);
  const lowerTail = 2 * Math.max(-curvatures[0]!, 0);
  return { ...noiseBound(variance, Math.max(upperTail, lowerTail)), upperTail, lowerTail };
}

export interface QuadraticContextNoiseInput {
  /** σ: sub-Gaussian scale of the reward noise alone, in reward units. */
  readonly rewardNoiseScale: number;
  /** Bound on the variance of the reward over the forecast, in squared reward units. */
  readonly meanVariance: number;
  /**
   * Bound on the largest |eigenvalue| of Σ^½QΣ^½ over all weights that may be true. With squares of
   * context coordinates as features, Σ = I and ‖θ*‖ ≤ A, it is A.
   */
  readonly curvatureBound: number;
}

/** Returns the noise when the weights, and so Q, are known only through bounds. */
export function quadraticContextNoise(input: QuadraticContextNoiseInput): NoiseBound {
  requireNotNegative('rewardNoiseScale', input.rewardNoiseScale);
  requireNotNegative('meanVariance', input.meanVariance);
  requireNotNegative('curvatureBound', input.curvatureBound);
  return noiseBound(input.rewardNoiseScale ** 2 + input.meanVariance, 2 * input.curvatureBound);
}

function requireQuadraticReward(input: QuadraticRewardInput): void {
  const size = input.contextMean.length;
  requireAllFinite('contextMean', input.contextMean);
  requireLength('contextCovariance', input.contextCovariance, size * size);
  requireAllFinite('contextCovariance', input.contextCovariance);
  requireLength('quadraticTerms', input.quadraticTerms, size * size);
  requireAllFinite('quadraticTerms', input.quadraticTerms);
  requireLength('linearTerms', input.linearTerms, size);
  requireAllFinite('linearTerms', input.linearTerms);
}

/** Returns M, row by row, with MMᵀ = Σ: eigenvectors as columns, scaled. */
function covarianceRoot(covariance: Float64Array, size: number): Float64Array {
  const { values, vectors } = symmetricEigen(covariance, size);
  const root = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    // Rounding may leave an eigenvalue of a singular covariance slightly below 0.
    const scale = Math.sqrt(Math.max(values[k]!, 0));
    for (let i = 0; i < size; i++) root[i * size + k] = scale * vectors[k * size + i]!;
  }
  return root;
}

/** Returns MᵀQM. */
function congruent(matrix: Float64Array, root: Float64Array, size: number): Float64Array {
  const product = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    const column = Float64Array.from({ length: size }, (_, i) => root[i * size + k]!);
    product.set(transposedTimes(root, times(matrix, column), size), k * size);
  }
  return product;
}

function gradientAtMean(input: QuadraticRewardInput): Float64Array {
  const bent = times(input.quadraticTerms, input.contextMean);
  return bent.map((entry, i) => 2 * entry + input.linearTerms[i]!);
}

function times(matrix: Float64Array, vector: ArrayLike<number>): Float64Array {
  const size = vector.length;
  const product = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) product[i]! += matrix[i * size + j]! * vector[j]!;
  }
  return product;
}

function transposedTimes(matrix: Float64Array, vector: Float64Array, size: number): Float64Array {
  const product = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) product[k]! += matrix[i * size + k]! * vector[i]!;
  }
  return product;
}

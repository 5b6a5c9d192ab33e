/**
 * Eigenvalues of small symmetric matrices, by Jacobi's rotations.
 *
 * Each rotation makes one pair of off-diagonal entries zero; sweeping over all pairs, what is left
 * off the diagonal shrinks quadratically. Slower than tridiagonal methods, but short, and accurate
 * to the last digits relative to the largest eigenvalue, however close eigenvalues lie.
 *
 * Cost: O(n³) a sweep, about six to ten sweeps. Where only the largest eigenvalue is wanted,
 * `largestEigenvalue` is faster: about twenty times at n = 100.
 */
import { assertInvariant } from './errors.ts';

export interface SymmetricEigen {
  /** Eigenvalues, smallest first. */
  readonly values: Float64Array;
  /** Row k is the unit eigenvector of `values[k]`. */
  readonly vectors: Float64Array;
}

/** Returns all eigenvalues and eigenvectors of a symmetric matrix given row by row. */
export function symmetricEigen(matrix: Float64Array, size: number): SymmetricEigen {
  const work = Float64Array.from(matrix);
  const vectors = identityMatrix(size);
  diagonalise(work, size, vectors);
  const order = Array.from({ length: size }, (_, k) => k);
  order.sort((a, b) => work[a * size + a]! - work[b * size + b]!);
  return {
    values: Float64Array.from(order, (k) => work[k * size + k]!),
    vectors: Float64Array.from(
      order.flatMap((k) => [...vectors.subarray(k * size, k * size + size)]),
    ),
  };
}

function identityMatrix(size: number): Float64Array {
  const identity = new Float64Array(size * size);
  for (let k = 0; k < size; k++) identity[k * size + k] = 1;
  return identity;
}

const SWEEP_COUNT_MAX = 60;

function frobeniusNorm(matrix: Float64Array): number {
  let largest = 0;
  for (const entry of matrix) largest = Math.max(largest, Math.abs(entry));
  if (largest === 0) return 0;
  let sum = 0;
  for (const entry of matrix) sum += (entry / largest) ** 2;
  return largest * Math.sqrt(sum);
}

/** Rotates `work` into diagonal form; the rows of `vectors` take every rotation along. */
function diagonalise(work: Float64Array, size: number, vectors: Float64Array): void {
  const negligible = (Number.EPSILON / 64) * frobeniusNorm(work);
  for (let sweep = 0; sweep < SWEEP_COUNT_MAX; sweep++) {
    if (sweepOnce(work, size, vectors) <= negligible) return;
  }
  assertInvariant(false, 'Jacobi rotations must come to an end', SWEEP_COUNT_MAX);
}

/** Rotates every pair once; returns the largest off-diagonal entry met on the way. */
function sweepOnce(work: Float64Array, size: number, vectors: Float64Array): number {
  let largestEntry = 0;
  for (let p = 0; p < size; p++) {
    for (let q = p + 1; q < size; q++) {
      const entry = Math.abs(work[p * size + q]!);
      if (entry === 0) continue;
      rotate(work, size, p, q, vectors);
      largestEntry = Math.max(largestEntry, entry);
    }
  }
  return largestEntry;
}

function rotate(
  work: Float64Array,
  size: number,
  p: number,
  q: number,
  vectors: Float64Array,
): void {
  const entry = work[p * size + q]!;
  const difference = work[q * size + q]! - work[p * size + p]!;
  // The smaller of the two angles: it disturbs the other entries least, and the sweeps converge.
  const ratio = difference / (2 * entry);
  const tangent = (ratio >= 0 ? 1 : -1) / (Math.abs(ratio) + Math.hypot(ratio, 1));
  const cosine = 1 / Math.hypot(tangent, 1);
  const sine = tangent * cosine;
  for (let k = 0; k < size; k++) turn(work, k * size + p, k * size + q, cosine, sine);
  for (let k = 0; k < size; k++) turn(work, p * size + k, q * size + k, cosine, sine);
  work[p * size + q] = 0;
  work[q * size + p] = 0;
  for (let k = 0; k < size; k++) turn(vectors, p * size + k, q * size + k, cosine, sine);
}

function turn(
  values: Float64Array,
  first: number,
  second: number,
  cosine: number,
  sine: number,
): void {
  const a = values[first]!;
  const b = values[second]!;
  values[first] = cosine * a - sine * b;
  values[second] = sine * a + cosine * b;
}

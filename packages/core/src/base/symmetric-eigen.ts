/**
 * Eigenvalues of small symmetric matrices, by Jacobi's rotations.
 *
 * Each rotation makes one pair of off-diagonal entries zero; sweeping over all pairs, what is left
 * off the diagonal shrinks quadratically. Slower than tridiagonal methods, but short, and accurate
 * to the last digits relative to the largest eigenvalue, however close eigenvalues lie.
 *
 * Cost: O(n³) a sweep, about six to ten sweeps; meant for n up to about a hundred.
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
    vectors: Float64Array.from(order.flatMap((k) => [...vectors.subarray(k * size, k * size + size)])),
  };
}

/** Returns the largest eigenvalue of a symmetric matrix given row by row. */
export function largestEigenvalue(matrix: Float64Array, size: number): number {
  const work = Float64Array.from(matrix);
  diagonalise(work, size, null);
  let largest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < size; k++) largest = Math.max(largest, work[k * size + k]!);
  return largest;
}

function identityMatrix(size: number): Float64Array {
  const identity = new Float64Array(size * size);
  for (let k = 0; k < size; k++) identity[k * size + k] = 1;
  return identity;
}

const SWEEP_COUNT_MAX = 60;

/** Rotates `work` into diagonal form; the rows of `vectors`, if given, take every rotation along. */
function diagonalise(work: Float64Array, size: number, vectors: Float64Array | null): void {
  for (let sweep = 0; sweep < SWEEP_COUNT_MAX; sweep++) {
    let hasRotated = false;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        if (isNegligible(work, size, p, q)) continue;
        rotate(work, size, p, q, vectors);
        hasRotated = true;
      }
    }
    if (!hasRotated) return;
  }
  assertInvariant(false, 'Jacobi rotations must come to an end', SWEEP_COUNT_MAX);
}

/** An entry is negligible when it is below the rounding of the two diagonal entries beside it. */
function isNegligible(work: Float64Array, size: number, p: number, q: number): boolean {
  const size1 = Math.abs(work[p * size + p]!);
  const size2 = Math.abs(work[q * size + q]!);
  const entry = Math.abs(work[p * size + q]!);
  return entry <= Number.MIN_VALUE || entry <= (Number.EPSILON / 8) * Math.min(size1, size2);
}

function rotate(
  work: Float64Array,
  size: number,
  p: number,
  q: number,
  vectors: Float64Array | null,
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
  if (vectors === null) return;
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

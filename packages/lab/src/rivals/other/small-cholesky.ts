/**
 * Cholesky's factor of a small symmetric matrix, and what it solves.
 */

/** Returns the lower factor row by row; null if the matrix is not positive definite. */
export function choleskyFactor(matrix: Float64Array, size: number): Float64Array | null {
  const factor = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i * size + j]!;
      for (let k = 0; k < j; k++) rest -= factor[i * size + k]! * factor[j * size + k]!;
      if (i === j && !(rest > 0)) return null;
      factor[i * size + j] = i === j ? Math.sqrt(rest) : rest / factor[j * size + j]!;
    }
  }
  return factor;
}

/** Solves L Lᵀ x = right. */
export function solveWithFactor(factor: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const solved = Float64Array.from(right);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) solved[i]! -= factor[i * size + k]! * solved[k]!;
    solved[i]! /= factor[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) solved[i]! -= factor[k * size + i]! * solved[k]!;
    solved[i]! /= factor[i * size + i]!;
  }
  return solved;
}

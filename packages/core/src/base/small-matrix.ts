/**
 * Arithmetic of small dense matrices, row by row in a Float64Array.
 *
 * Sums run in index order, always the same, so that equal input gives equal bits.
 */

/** Returns aᵀb. */
export function dotProduct(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/**
 * Writes ‖row‖² of the first `count` rows. Four rows at a time: each sum has to wait for its last addition,
 * and four of them can wait together.
 */
export function squaredNorms(
  rows: Float64Array,
  length: number,
  count: number,
  into: Float64Array,
): void {
  let row = 0;
  for (; row + 4 <= count; row += 4) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let i = row * length;
    for (const end = i + length; i < end; i++) {
      const one = rows[i]!;
      const two = rows[i + length]!;
      const three = rows[i + 2 * length]!;
      const four = rows[i + 3 * length]!;
      a += one * one;
      b += two * two;
      c += three * three;
      d += four * four;
    }
    into[row] = a;
    into[row + 1] = b;
    into[row + 2] = c;
    into[row + 3] = d;
  }
  for (; row < count; row++) {
    let sum = 0;
    for (let i = row * length; i < (row + 1) * length; i++) sum += rows[i]! * rows[i]!;
    into[row] = sum;
  }
}

/** Returns Σ wᵢ aᵢ bᵢ. */
export function weightedProduct(
  weights: ArrayLike<number>,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i]! * a[i]! * b[i]!;
  return sum;
}

/** Returns vᵀMv for a square matrix M as long as v. */
export function quadraticForm(matrix: Float64Array, vector: ArrayLike<number>): number {
  const size = vector.length;
  let sum = 0;
  for (let i = 0; i < size; i++) {
    let row = 0;
    for (let j = 0; j < size; j++) row += matrix[i * size + j]! * vector[j]!;
    sum += vector[i]! * row;
  }
  return sum;
}

/** Returns the lower triangular L with M = LLᵀ, or null when M is not positive definite. */
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

/** Solves LLᵀx = b for the L of `choleskyFactor`. */
export function choleskySolve(factor: Float64Array, right: ArrayLike<number>): Float64Array {
  const size = right.length;
  const solution = Float64Array.from(right);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) solution[i]! -= factor[i * size + k]! * solution[k]!;
    solution[i]! /= factor[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) solution[i]! -= factor[k * size + i]! * solution[k]!;
    solution[i]! /= factor[i * size + i]!;
  }
  return solution;
}

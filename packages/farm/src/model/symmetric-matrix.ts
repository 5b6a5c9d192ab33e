/**
 * Symmetric positive definite matrices, row by row in a Float64Array: factor, solve, invert.
 *
 * Only lower triangles are read. Sums run in index order, so that equal input gives equal bits.
 */
import { HedgerowError } from '@hedgerow/core';

/** Replaces the lower triangle by its Cholesky factor L, M = LLᵀ; returns ln|M|. */
export function factorInPlace(matrix: Float64Array, size: number): number {
  let logDeterminant = 0;
  for (let i = 0; i < size; i++) {
    const rowI = i * size;
    for (let j = 0; j < i; j++) {
      const rowJ = j * size;
      let rest = matrix[rowI + j]!;
      for (let k = 0; k < j; k++) rest -= matrix[rowI + k]! * matrix[rowJ + k]!;
      matrix[rowI + j] = rest / matrix[rowJ + j]!;
    }
    let square = matrix[rowI + i]!;
    for (let k = 0; k < i; k++) square -= matrix[rowI + k]! ** 2;
    if (!(square > 0)) throw notPositive(square);
    matrix[rowI + i] = Math.sqrt(square);
    logDeterminant += Math.log(square);
  }
  return logDeterminant;
}

/** Replaces b by M⁻¹b, given the factor. */
export function solveInPlace(factor: Float64Array, size: number, vector: Float64Array): void {
  halfSolveInPlace(factor, size, vector);
  for (let i = size - 1; i >= 0; i--) {
    const value = vector[i]! / factor[i * size + i]!;
    vector[i] = value;
    for (let k = 0; k < i; k++) vector[k]! -= factor[i * size + k]! * value;
  }
}

/** Replaces b by L⁻¹b; its squared length is bᵀM⁻¹b. */
export function halfSolveInPlace(factor: Float64Array, size: number, vector: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let rest = vector[i]!;
    for (let k = 0; k < i; k++) rest -= factor[i * size + k]! * vector[k]!;
    vector[i] = rest / factor[i * size + i]!;
  }
}

/** Returns the whole M⁻¹, given the factor. */
export function inverseOf(factor: Float64Array, size: number): Float64Array {
  const columns = invertedFactor(factor, size);
  const inverse = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      // Row i of `columns` holds column i of L⁻¹, which begins at its diagonal.
      for (let k = i; k < size; k++) sum += columns[i * size + k]! * columns[j * size + k]!;
      inverse[i * size + j] = sum;
      inverse[j * size + i] = sum;
    }
  }
  return inverse;
}

/** L⁻¹, transposed, so that its columns lie in a row. */
function invertedFactor(factor: Float64Array, size: number): Float64Array {
  const columns = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    const start = column * size;
    columns[start + column] = 1 / factor[start + column]!;
    for (let i = column + 1; i < size; i++) {
      let sum = 0;
      for (let k = column; k < i; k++) sum -= factor[i * size + k]! * columns[start + k]!;
      columns[start + i] = sum / factor[i * size + i]!;
    }
  }
  return columns;
}

/** From row i from column i on, to all of them. */
export function unpackUpper(upper: ArrayLike<number>, size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  let at = 0;
  for (let i = 0; i < size; i++) {
    for (let j = i; j < size; j++, at++) {
      matrix[i * size + j] = upper[at]!;
      matrix[j * size + i] = upper[at]!;
    }
  }
  return matrix;
}

/** Row i from column i on, of a matrix whose lower triangle is there. */
export function packUpper(matrix: Float64Array, size: number): number[] {
  const upper: number[] = [];
  for (let i = 0; i < size; i++) {
    for (let j = i; j < size; j++) upper.push(matrix[j * size + i]!);
  }
  return upper;
}

function notPositive(square: number): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'a precision or covariance must be positive definite',
    received: `not: a pivot is ${square}`,
    remedy: 'Check the variances and numbers that it was made of.',
  });
}

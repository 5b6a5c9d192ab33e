/**
 * Solves A x = b for a symmetric positive definite A whose rows begin with zeros.
 *
 *     A = L Lᵀ, and row i of L is zero wherever row i of A has only zeros up to there
 *
 * So a factor costs only what lies between the first entry of each row and the diagonal. The normal
 * equations of the maize fit are such a matrix: two fields never meet in one plot. With the fields
 * first, 280 unknowns cost about as much as 90 would.
 */
import { HedgerowError } from '@hedgerow/core';

export interface SkylineSystem {
  readonly size: number;
  /** Row-major; only the lower triangle is read. It is overwritten by its factor. */
  readonly matrix: Float64Array;
  /** For each row, the column of its first entry that may differ from zero. */
  readonly firstColumns: Int32Array;
}

/** Replaces the lower triangle of the matrix by its Cholesky factor. */
export function factorInPlace({ size, matrix, firstColumns }: SkylineSystem): void {
  for (let i = 0; i < size; i++) {
    const rowStart = i * size;
    const first = firstColumns[i]!;
    for (let j = first; j <= i; j++) {
      const otherStart = j * size;
      let rest = matrix[rowStart + j]!;
      for (let k = Math.max(first, firstColumns[j]!); k < j; k++) {
        rest -= matrix[rowStart + k]! * matrix[otherStart + k]!;
      }
      matrix[rowStart + j] = j < i ? rest / matrix[otherStart + j]! : pivot(rest);
    }
  }
}

/** Replaces `values` by the solution; the system must have been factored. */
export function solveInPlace(system: SkylineSystem, values: Float64Array): void {
  const { size, matrix, firstColumns } = system;
  for (let i = 0; i < size; i++) {
    let rest = values[i]!;
    for (let k = firstColumns[i]!; k < i; k++) rest -= matrix[i * size + k]! * values[k]!;
    values[i] = rest / matrix[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    const value = values[i]! / matrix[i * size + i]!;
    values[i] = value;
    for (let k = firstColumns[i]!; k < i; k++) values[k]! -= matrix[i * size + k]! * value;
  }
}

/** The system of a matrix without any known zeros. */
export function denseSystem(size: number, matrix: Float64Array): SkylineSystem {
  return { size, matrix, firstColumns: new Int32Array(size) };
}

function pivot(square: number): number {
  if (square > 0) return Math.sqrt(square);
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'the normal equations of a fit must be positive definite',
    received: `not: a pivot is ${square}`,
    remedy: 'Contexts are collinear here; use a penalty greater than 0.',
  });
}

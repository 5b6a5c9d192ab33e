/**
 * Takes over a covariance matrix: symmetric and without negative variance in any direction.
 *
 * Matrices that come from data are symmetric and positive only up to rounding. Three grades, all
 * relative to the largest entry (asymmetry) or largest eigenvalue (indefiniteness): up to 1e-14 is
 * ordinary rounding and passes silently, up to 1e-9 is repaired and reported, more is refused.
 */
import { HedgerowError } from '../../base/errors.ts';
import type { NumberTable } from '../../base/number-lists.ts';
import { choleskyFactor } from '../../base/small-matrix.ts';
import { type SymmetricEigen, symmetricEigen } from '../../base/symmetric-eigen.ts';

const SILENT = 1e-14;
const REPAIRABLE = 1e-9;

export interface CheckedCovariance {
  /** Symmetric and positive semidefinite, row by row. */
  readonly covariance: Float64Array;
  /** A square root F, row by row: covariance = FFᵀ. */
  readonly factor: Float64Array;
  readonly repairs: readonly string[];
}

/** Returns the checked covariance with a square root of it. */
export function checkCovariance(given: NumberTable, dimension: number): CheckedCovariance {
  requireSquare(given, dimension);
  const { entries, repairs } = symmetrise(Float64Array.from(given.entries), dimension);
  const cholesky = choleskyFactor(entries, dimension);
  if (cholesky !== null) return { covariance: entries, factor: cholesky, repairs };
  return clampNegative(entries, dimension, repairs);
}

function requireSquare(given: NumberTable, dimension: number): void {
  if (given.rowCount === dimension && given.columnCount === dimension) return;
  throw new HedgerowError({
    code: 'HR_INPUT_DIMENSION',
    rule: `covariance must be ${dimension} × ${dimension}, as long as the mean`,
    received: `${given.rowCount} × ${given.columnCount}`,
  });
}

function symmetrise(
  entries: Float64Array,
  size: number,
): { readonly entries: Float64Array; readonly repairs: string[] } {
  const largest = entries.reduce((max, entry) => Math.max(max, Math.abs(entry)), 0);
  let worst = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      const lower = entries[i * size + j]!;
      const upper = entries[j * size + i]!;
      const difference = Math.abs(lower - upper);
      if (difference > REPAIRABLE * largest) throw asymmetric(i, j, lower, upper);
      worst = Math.max(worst, difference);
      if (difference === 0) continue;
      entries[i * size + j] = lower / 2 + upper / 2;
      entries[j * size + i] = entries[i * size + j]!;
    }
  }
  return { entries, repairs: worst > SILENT * largest ? [symmetrisedSentence(worst)] : [] };
}

function clampNegative(
  entries: Float64Array,
  size: number,
  repairs: readonly string[],
): CheckedCovariance {
  const eigen = symmetricEigen(entries, size);
  const smallest = eigen.values[0]!;
  const largest = Math.max(eigen.values[size - 1]!, 0);
  if (smallest < -REPAIRABLE * largest) throw indefinite(smallest, largest);
  const factor = squareRoot(eigen, size);
  if (smallest >= -SILENT * largest) return { covariance: entries, factor, repairs };
  return {
    covariance: timesItsTranspose(factor, size),
    factor,
    repairs: [...repairs, clampedSentence(smallest, largest)],
  };
}

/** Returns U·√Λ⁺: column k is the k-th eigenvector, as long as its standard deviation. */
function squareRoot(eigen: SymmetricEigen, size: number): Float64Array {
  const factor = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    const sd = Math.sqrt(Math.max(eigen.values[k]!, 0));
    for (let i = 0; i < size; i++) factor[i * size + k] = sd * eigen.vectors[k * size + i]!;
  }
  return factor;
}

function timesItsTranspose(factor: Float64Array, size: number): Float64Array {
  const product = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += factor[i * size + k]! * factor[j * size + k]!;
      product[i * size + j] = sum;
      product[j * size + i] = sum;
    }
  }
  return product;
}

function asymmetric(i: number, j: number, lower: number, upper: number): HedgerowError {
  return new HedgerowError({
    code: 'HR_CONTEXT_ASYMMETRIC',
    rule: `covariance[${i}][${j}] must equal covariance[${j}][${i}] = ${upper}`,
    received: String(lower),
    remedy: 'Correct the entry that is wrong; a covariance is symmetric.',
  });
}

function indefinite(smallest: number, largest: number): HedgerowError {
  return new HedgerowError({
    code: 'HR_CONTEXT_INDEFINITE',
    rule: 'covariance must have no negative eigenvalue',
    received: `one with eigenvalue ${rounded(smallest)} (the largest is ${rounded(largest)})`,
    remedy:
      'A covariance cannot predict a negative variance: check signs and units, or estimate it ' +
      'from complete observations.',
  });
}

function symmetrisedSentence(worst: number): string {
  return `The covariance was asymmetric by up to ${rounded(worst)}; opposite entries were averaged.`;
}

function clampedSentence(smallest: number, largest: number): string {
  return (
    `The covariance had a slightly negative eigenvalue, ${rounded(smallest)} where the largest is ` +
    `${rounded(largest)}; it was set to zero.`
  );
}

/** Six digits: computed numbers carry rounding that would only distract the reader. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/**
 * The largest eigenvalue of a symmetric matrix, fast enough to be asked for every round.
 *
 * Householder's reflections bring the matrix to three diagonals, (4/3)·n³ operations; then
 * bisection with Sturm's count (how many eigenvalues lie below x?) encloses the largest one. What
 * comes back is the upper end of the last interval: where it is used as a bound on a variance,
 * rounding errs to the safe side of the enclosure.
 */

/** Returns the largest eigenvalue of a symmetric matrix given row by row. */
export function largestEigenvalue(matrix: Float64Array, size: number): number {
  const largestEntry = matrix.reduce((max, entry) => Math.max(max, Math.abs(entry)), 0);
  if (largestEntry === 0 || size === 1) return matrix[0]!;
  // Entries of size one: squares can neither overflow nor vanish.
  const { diagonal, beside } = tridiagonalise(
    matrix.map((entry) => entry / largestEntry),
    size,
  );
  return largestEntry * largestOfTridiagonal(diagonal, beside);
}

interface Tridiagonal {
  readonly diagonal: Float64Array;
  /** Entry k stands beside the diagonal entries k and k + 1. */
  readonly beside: Float64Array;
}

/** Overwrites `work`. */
function tridiagonalise(work: Float64Array, size: number): Tridiagonal {
  const beside = new Float64Array(size - 1);
  for (let k = 0; k < size - 1; k++) beside[k] = reflectColumn(work, size, k);
  const diagonal = Float64Array.from({ length: size }, (_, k) => work[k * size + k]!);
  return { diagonal, beside };
}

/** Squares this small belong to entries far below the rounding of the largest one, which is 1. */
const NEGLIGIBLE_SQUARE = 1e-60;

/** Clears column k below the entry beside the diagonal, by a reflection; returns that entry. */
function reflectColumn(work: Float64Array, size: number, k: number): number {
  const first = k + 1;
  const axis = new Float64Array(size);
  for (let i = first; i < size; i++) axis[i] = work[i * size + k]!;
  const entry = axis[first]!;
  const squareBelow = squaredLengthFrom(axis, first + 1);
  if (squareBelow < NEGLIGIBLE_SQUARE) return entry;
  const length = Math.sqrt(entry * entry + squareBelow);
  const reflected = entry > 0 ? -length : length;
  axis[first] = entry - reflected;
  reflect(work, size, axis, first);
  return reflected;
}

/** Replaces the lower right block A by HAH, H = I − 2aaᵀ/aᵀa, as A − awᵀ − waᵀ. */
function reflect(work: Float64Array, size: number, axis: Float64Array, first: number): void {
  const factor = 2 / squaredLengthFrom(axis, first);
  const image = new Float64Array(size);
  let overlap = 0;
  for (let i = first; i < size; i++) {
    let sum = 0;
    for (let j = first; j < size; j++) sum += work[i * size + j]! * axis[j]!;
    image[i] = factor * sum;
    overlap += image[i]! * axis[i]!;
  }
  for (let i = first; i < size; i++) image[i]! -= (factor / 2) * overlap * axis[i]!;
  for (let i = first; i < size; i++) {
    for (let j = first; j < size; j++) {
      work[i * size + j]! -= axis[i]! * image[j]! + image[i]! * axis[j]!;
    }
  }
}

function squaredLengthFrom(values: Float64Array, first: number): number {
  let sum = 0;
  for (let i = first; i < values.length; i++) sum += values[i]! * values[i]!;
  return sum;
}

/** Bisects between the largest diagonal entry and Gershgorin's bound. */
function largestOfTridiagonal(diagonal: Float64Array, beside: Float64Array): number {
  let below = Math.max(...diagonal);
  let above = gershgorinBound(diagonal, beside);
  for (let middle = midpoint(below, above); middle > below && middle < above; ) {
    if (areAllBelow(middle, diagonal, beside)) above = middle;
    else below = middle;
    middle = midpoint(below, above);
  }
  return above;
}

function midpoint(below: number, above: number): number {
  return below + (above - below) / 2;
}

function gershgorinBound(diagonal: Float64Array, beside: Float64Array): number {
  let bound = Number.NEGATIVE_INFINITY;
  diagonal.forEach((entry, k) => {
    const radius = Math.abs(beside[k - 1] ?? 0) + Math.abs(beside[k] ?? 0);
    bound = Math.max(bound, entry + radius);
  });
  return bound;
}

/** Sturm: all eigenvalues lie below x exactly when every pivot of T − xI is negative. */
function areAllBelow(x: number, diagonal: Float64Array, beside: Float64Array): boolean {
  let pivot = diagonal[0]! - x;
  for (let k = 1; k < diagonal.length; k++) {
    if (pivot >= 0) return false;
    pivot = diagonal[k]! - x - (beside[k - 1]! * beside[k - 1]!) / pivot;
  }
  return pivot < 0;
}

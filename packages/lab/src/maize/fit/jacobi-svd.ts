/**
 * Singular value decomposition by one-sided Jacobi rotations.
 *
 *     M = Σ_k values[k] · left column k · right column kᵀ, values falling
 *
 * Pairs of columns are rotated until all are orthogonal; their lengths are the singular values. Small
 * values come out with the same relative accuracy as large ones, which the usual road through MᵀM
 * would lose.
 */
const SWEEPS_MAX = 60;
const ORTHOGONAL_ENOUGH = 1e-15;

export interface SingularValues {
  /** Falling; as many as M has columns. */
  readonly values: number[];
  /** For each value, a unit vector as long as M has rows; zeros where the value is 0. */
  readonly left: Float64Array[];
  /** For each value, a unit vector as long as M has columns. */
  readonly right: Float64Array[];
}

/** Decomposes a matrix given by its columns. */
export function decompose(columns: readonly Float64Array[]): SingularValues {
  const rotated = columns.map((column) => column.slice());
  const right = columns.map((_, i) => {
    const unit = new Float64Array(columns.length);
    unit[i] = 1;
    return unit;
  });
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep++) {
    if (!rotateAllPairs(rotated, right)) break;
  }
  const lengths = rotated.map((column) => Math.sqrt(dot(column, column)));
  const order = lengths.map((_, i) => i).sort((i, j) => lengths[j]! - lengths[i]! || i - j);
  return {
    values: order.map((i) => lengths[i]!),
    left: order.map((i) => rotated[i]!.map((entry) => (lengths[i]! > 0 ? entry / lengths[i]! : 0))),
    right: order.map((i) => right[i]!),
  };
}

/** Returns whether any pair had to be rotated. */
function rotateAllPairs(rotated: Float64Array[], right: Float64Array[]): boolean {
  let hasMoved = false;
  for (let i = 0; i < rotated.length; i++) {
    for (let j = i + 1; j < rotated.length; j++) {
      const squareI = dot(rotated[i]!, rotated[i]!);
      const squareJ = dot(rotated[j]!, rotated[j]!);
      const product = dot(rotated[i]!, rotated[j]!);
      if (Math.abs(product) <= ORTHOGONAL_ENOUGH * Math.sqrt(squareI * squareJ)) continue;
      const ratio = (squareJ - squareI) / (2 * product);
      const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(1 + ratio * ratio));
      const cosine = 1 / Math.sqrt(1 + tangent * tangent);
      const rotation = { cosine, sine: cosine * tangent };
      rotate(rotated[i]!, rotated[j]!, rotation);
      rotate(right[i]!, right[j]!, rotation);
      hasMoved = true;
    }
  }
  return hasMoved;
}

interface Rotation {
  readonly cosine: number;
  readonly sine: number;
}

function rotate(first: Float64Array, second: Float64Array, { cosine, sine }: Rotation): void {
  for (let k = 0; k < first.length; k++) {
    const before = first[k]!;
    first[k] = cosine * before - sine * second[k]!;
    second[k] = sine * before + cosine * second[k]!;
  }
}

function dot(first: Float64Array, second: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < first.length; k++) sum += first[k]! * second[k]!;
  return sum;
}

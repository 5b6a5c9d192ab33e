/**
 * The matrix A that takes a lifted context to features, as actions on vectors: never written out.
 *
 * Its columns are orthogonal for every map here, AᵀA = diag(columnLengths²). That is what makes the
 * largest eigenvalue of A·Cov(g)·Aᵀ an n × n problem, n being the length of the lift.
 */
export interface LiftedOperator {
  /** Writes A·lifted (length d). */
  apply(lifted: Float64Array, into: Float64Array): void;
  /** Writes Aᵀ·weights (length n). */
  applyTransposed(weights: ArrayLike<number>, into: Float64Array): void;
  /** Euclidean length of each column, n numbers. */
  readonly columnLengths: Float64Array;
}

/** Returns A = v ⊗ I: feature a·n + j is v_a · lifted_j. */
export function kroneckerOperator(
  actionVector: Float64Array,
  liftDimension: number,
): LiftedOperator {
  const columnLength = Math.hypot(...actionVector);
  return {
    apply: (lifted, into) => {
      writeKronecker({ actionVector, lifted, into, offset: 0 });
    },
    applyTransposed: (weights, into) => {
      into.fill(0);
      for (let a = 0; a < actionVector.length; a++) {
        const factor = actionVector[a]!;
        const start = a * liftDimension;
        for (let j = 0; j < liftDimension; j++) into[j]! += factor * weights[start + j]!;
      }
    },
    columnLengths: new Float64Array(liftDimension).fill(columnLength),
  };
}

export interface WriteKroneckerInput {
  readonly actionVector: Float64Array;
  readonly lifted: Float64Array;
  readonly into: Float64Array;
  readonly offset: number;
}

/** Writes v ⊗ lifted from `offset` on. */
export function writeKronecker({ actionVector, lifted, into, offset }: WriteKroneckerInput): void {
  const length = lifted.length;
  for (let a = 0; a < actionVector.length; a++) {
    const factor = actionVector[a]!;
    const start = offset + a * length;
    for (let j = 0; j < length; j++) into[start + j] = factor * lifted[j]!;
  }
}

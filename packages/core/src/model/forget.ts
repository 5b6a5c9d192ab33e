/**
 * Forgets a share of what was learnt, and keeps the prior.
 *
 *     V ← γV + (1 − γ)Λ₀        Σ w ψ y ← γ Σ w ψ y + (1 − γ)Λ₀θ₀
 *
 * in square-root form: R and z become the triangle of the rows √γ·(R, z) and √(1 − γ)·(R₀, z₀), by plane
 * rotations, O(d³). Multiplying by √γ alone would forget the prior too, and the model would in the end
 * know nothing at all of what it has not seen for long.
 */

/** Returns the state of a kernel that keeps the share `kept` of `state` and is `start` for the rest. */
export function forgetful(state: Float64Array, start: Float64Array, kept: number): Float64Array {
  const dimension = Math.round((Math.sqrt(9 + 4 * state.length) - 3) / 2);
  const rows = scaledRows(state, dimension, Math.sqrt(kept));
  const extra = scaledRows(start, dimension, Math.sqrt(1 - kept));
  for (let added = 0; added < dimension; added++) {
    for (let k = added; k < dimension; k++) rotate(rows[k]!, extra[added]!, k);
  }
  return stateOf(rows, dimension);
}

/** The rows of (R, z), each of d + 1 numbers, times a factor. */
function scaledRows(state: Float64Array, dimension: number, factor: number): Float64Array[] {
  const rightHandSide = (dimension * (dimension + 1)) / 2;
  let rank = 0;
  return Array.from({ length: dimension }, (_, k) => {
    const row = new Float64Array(dimension + 1);
    for (let i = k; i < dimension; i++) row[i] = factor * state[rank++]!;
    row[dimension] = factor * state[rightHandSide + k]!;
    return row;
  });
}

/** Turns two rows so that the second has 0 in column k, and the first stays positive there. */
function rotate(row: Float64Array, added: Float64Array, k: number): void {
  if (added[k] === 0) return;
  const length = Math.hypot(row[k]!, added[k]!);
  const [cosine, sine] = [row[k]! / length, added[k]! / length];
  for (let i = k; i < row.length; i++) {
    const [above, below] = [row[i]!, added[i]!];
    row[i] = cosine * above + sine * below;
    added[i] = cosine * below - sine * above;
  }
}

function stateOf(rows: readonly Float64Array[], dimension: number): Float64Array {
  const state = new Float64Array(dimension * (dimension + 3));
  const rightHandSide = (dimension * (dimension + 1)) / 2;
  let rank = 0;
  rows.forEach((row, k) => {
    for (let i = k; i < dimension; i++) state[rank++] = row[i]!;
    state[rightHandSide + k] = row[dimension]!;
  });
  return state;
}

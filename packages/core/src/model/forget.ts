/**
 * Forgets a share of what was learnt, and keeps the prior.
 *
 *     V ← γV + (1 − γ)Λ₀        Σ w ψ y ← γ Σ w ψ y + (1 − γ)Λ₀θ₀
 *
 * in square-root form: R and z become the triangle of the rows √γ·(R, z) and √(1 − γ)·(R₀, z₀), by plane
 * rotations, O(d³). Multiplying by √γ alone would forget the prior too, and the model would in the end
 * know nothing at all of what it has not seen for long.
 */
import { rotate, rowsOf, stateOfRows, type TriangleRow } from './triangle-rows.ts';

/** Returns the state of a kernel that keeps the share `kept` of `state` and is `start` for the rest. */
export function forgetful(state: Float64Array, start: Float64Array, kept: number): Float64Array {
  const rows = scaledRows(state, Math.sqrt(kept));
  const extra = scaledRows(start, Math.sqrt(1 - kept));
  extra.forEach((added, first) => {
    for (let k = first; k < rows.length; k++) rotate(rows[k]!, added, k);
  });
  return stateOfRows(rows);
}

/** The rows times a factor, without what rounding has cut off them. */
function scaledRows(state: Float64Array, factor: number): TriangleRow[] {
  return rowsOf(state).map(({ numbers }) => ({
    numbers: numbers.map((number) => factor * number),
    carries: new Float64Array(numbers.length),
  }));
}

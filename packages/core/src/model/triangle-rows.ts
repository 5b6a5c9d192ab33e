/**
 * The state of a kernel row by row, to be turned and put in another order (ridge-kernel.ts has the layout).
 *
 * Any rows (R, z) with the same RᵀR and Rᵀz say the same. `triangleOf` makes a triangle of them by plane
 * rotations, O(d) for each entry that has to go. A row that finds its place free is taken as it is, in
 * every bit, with what rounding has cut off its numbers so far; turned rows let go of that.
 */
export interface TriangleRow {
  /** A row of R, and z at its end. */
  readonly numbers: Float64Array;
  /** What rounding has cut off each of them. */
  readonly carries: Float64Array;
}

/** Returns the rows of a state; its length tells d. */
export function rowsOf(state: Float64Array): TriangleRow[] {
  const dimension = Math.round((Math.sqrt(9 + 4 * state.length) - 3) / 2);
  const half = state.length / 2;
  return Array.from({ length: dimension }, (_, k) => ({
    numbers: rowAt(state.subarray(0, half), k, dimension),
    carries: rowAt(state.subarray(half), k, dimension),
  }));
}

function rowAt(half: Float64Array, k: number, dimension: number): Float64Array {
  const row = new Float64Array(dimension + 1);
  const start = entriesBefore(k, dimension);
  row.set(half.subarray(start, start + dimension - k), k);
  row[dimension] = half[entriesBefore(dimension, dimension) + k]!;
  return row;
}

/** Returns the state that has these rows, a triangle. */
export function stateOfRows(rows: readonly TriangleRow[]): Float64Array {
  const dimension = rows.length;
  const state = new Float64Array(dimension * (dimension + 3));
  const half = state.length / 2;
  rows.forEach(({ numbers, carries }, k) => {
    const start = entriesBefore(k, dimension);
    state.set(numbers.subarray(k, dimension), start);
    state.set(carries.subarray(k, dimension), half + start);
    const target = entriesBefore(dimension, dimension) + k;
    state[target] = numbers[dimension]!;
    state[half + target] = carries[dimension]!;
  });
  return state;
}

/** Number of entries of the upper triangle in the rows before k. */
function entriesBefore(k: number, dimension: number): number {
  return k * dimension - (k * (k - 1)) / 2;
}

/** Makes a triangle of d rows, or more, that together tell of every coordinate. */
export function triangleOf(rows: readonly TriangleRow[]): TriangleRow[] {
  const dimension = rows[0]!.numbers.length - 1;
  const triangle: (TriangleRow | undefined)[] = new Array(dimension).fill(undefined);
  for (const row of rows) insert(triangle, row);
  return triangle as TriangleRow[];
}

function insert(triangle: (TriangleRow | undefined)[], row: TriangleRow): void {
  for (let k = 0; k < triangle.length; k++) {
    if (row.numbers[k] === 0) continue;
    const there = triangle[k];
    if (there === undefined) {
      if (row.numbers[k]! < 0) turnAround(row);
      triangle[k] = row;
      return;
    }
    rotate(there, row, k);
  }
}

/** Turns two rows so that the second has 0 in column k, and the first stays positive there. */
export function rotate(row: TriangleRow, added: TriangleRow, k: number): void {
  const [above, below] = [row.numbers, added.numbers];
  if (below[k] === 0) return;
  const length = Math.hypot(above[k]!, below[k]!);
  const [cosine, sine] = [above[k]! / length, below[k]! / length];
  for (let i = k; i < above.length; i++) {
    const [one, other] = [above[i]!, below[i]!];
    above[i] = cosine * one + sine * other;
    below[i] = cosine * other - sine * one;
  }
  below[k] = 0;
  row.carries.fill(0);
  added.carries.fill(0);
}

/** A row says the same with the other sign. */
function turnAround({ numbers, carries }: TriangleRow): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = -numbers[i]!;
  carries.fill(0);
}

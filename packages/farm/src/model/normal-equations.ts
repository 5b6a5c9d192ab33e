/**
 * What the cells of a field-year add to the equations of the weights: ΦᵀV⁻¹Φ and ΦᵀV⁻¹ȳ.
 *
 * Φ = X·Tᵀ, with T the few columns of fit-design.ts and X which of them a cell is the sum of. So the
 * product is T (XᵀV⁻¹X) Tᵀ: small first, then spread over the features. The likelihood also needs
 * ΦC⁻¹Φᵀ = X (TᵀC⁻¹T) Xᵀ, the same way back.
 */
import type { FieldYearDesign, SparseColumn } from './fit-design.ts';

export interface NormalEquations {
  readonly size: number;
  /** Lower triangle of ΦᵀV⁻¹Φ, row by row. */
  readonly matrix: Float64Array;
  /** ΦᵀV⁻¹ȳ. */
  readonly answers: Float64Array;
}

/** Adds one field-year. */
export function addFieldYear(
  equations: NormalEquations,
  { columns, members, yields }: FieldYearDesign,
  precision: Float64Array,
): void {
  const small = gathered(precision, members, columns.length);
  const weighted = new Float64Array(columns.length);
  members.forEach(({ places, values }, i) => {
    let sum = 0;
    for (let j = 0; j < yields.length; j++) sum += precision[i * yields.length + j]! * yields[j]!;
    for (let k = 0; k < places.length; k++) weighted[places[k]!]! += values[k]! * sum;
  });
  columns.forEach((column, i) => {
    for (let k = 0; k < column.places.length; k++) {
      equations.answers[column.places[k]!]! += column.values[k]! * weighted[i]!;
    }
    for (let j = 0; j <= i; j++) {
      const weight = small[i * columns.length + j]!;
      if (weight !== 0) spread(equations, { first: column, second: columns[j]!, weight });
    }
  });
}

interface Pair {
  readonly first: SparseColumn;
  readonly second: SparseColumn;
  readonly weight: number;
}

/** Adds weight · (first secondᵀ + second firstᵀ), or the one product of a column with itself. */
function spread({ matrix, size }: NormalEquations, { first, second, weight }: Pair): void {
  const isSame = first === second;
  for (let a = 0; a < first.places.length; a++) {
    const row = first.places[a]!;
    const scaled = weight * first.values[a]!;
    for (let b = 0; b < second.places.length; b++) {
      const column = second.places[b]!;
      if (isSame && column > row) continue;
      const product = scaled * second.values[b]!;
      // Two columns may share a feature only if they are the same one.
      if (row >= column) matrix[row * size + column]! += product;
      else matrix[column * size + row]! += product;
    }
  }
}

/** XᵀMX for a square matrix over the cells. */
function gathered(
  matrix: Float64Array,
  members: readonly SparseColumn[],
  columnCount: number,
): Float64Array {
  const small = new Float64Array(columnCount * columnCount);
  members.forEach((first, i) => {
    members.forEach((second, j) => {
      const weight = matrix[i * members.length + j]!;
      for (let a = 0; a < first.places.length; a++) {
        const row = first.places[a]! * columnCount;
        const scaled = weight * first.values[a]!;
        for (let b = 0; b < second.places.length; b++) {
          small[row + second.places[b]!]! += scaled * second.values[b]!;
        }
      }
    });
  });
  return small;
}

/** ΦMΦᵀ over the cells of a field-year, for a whole symmetric matrix over the features. */
export function betweenCells(
  { columns, members, cellCount }: FieldYearDesign,
  matrix: Float64Array,
  size: number,
): Float64Array {
  const small = betweenColumns(columns, matrix, size);
  const result = new Float64Array(cellCount * cellCount);
  for (let i = 0; i < cellCount; i++) {
    for (let j = 0; j <= i; j++) {
      const value = bilinear(members[i]!, members[j]!, { matrix: small, size: columns.length });
      result[i * cellCount + j] = value;
      result[j * cellCount + i] = value;
    }
  }
  return result;
}

function betweenColumns(
  columns: readonly SparseColumn[],
  matrix: Float64Array,
  size: number,
): Float64Array {
  const count = columns.length;
  const small = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      const value = bilinear(columns[i]!, columns[j]!, { matrix, size });
      small[i * count + j] = value;
      small[j * count + i] = value;
    }
  }
  return small;
}

function bilinear(
  first: SparseColumn,
  second: SparseColumn,
  { matrix, size }: { matrix: Float64Array; size: number },
): number {
  let sum = 0;
  for (let a = 0; a < first.places.length; a++) {
    const row = first.places[a]! * size;
    let inner = 0;
    for (let b = 0; b < second.places.length; b++) {
      inner += matrix[row + second.places[b]!]! * second.values[b]!;
    }
    sum += first.values[a]! * inner;
  }
  return sum;
}

/** Φw: what weights say of the cells of a field-year. */
export function fittedCells(
  { columns, members }: FieldYearDesign,
  weights: ArrayLike<number>,
): Float64Array {
  const ofColumns = columns.map(({ places, values }) => dot(places, values, weights));
  return Float64Array.from(members, ({ places, values }) => dot(places, values, ofColumns));
}

function dot(places: Int32Array, values: Float64Array, weights: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < places.length; k++) sum += values[k]! * weights[places[k]!]!;
  return sum;
}

/**
 * Takes over lists of numbers from the caller: checked, copied, never aliased.
 *
 * Everything that keeps numbers (a forecast, a feature map) keeps its own copy, so that a caller
 * who reuses an array cannot change a decision afterwards.
 */
import { HedgerowError } from './errors.ts';
import { describeValue, requireAllFinite, requireLength } from './require.ts';

/** A rectangle of numbers, row by row. */
export interface NumberTable {
  readonly rowCount: number;
  readonly columnCount: number;
  /** rowCount × columnCount numbers. */
  readonly entries: Float64Array;
}

/** Returns a copy of a list of at least one finite number. */
export function copyNumbers(name: string, values: ArrayLike<number>): Float64Array {
  requireList(name, values);
  const areAllFinite = Array.prototype.every.call(values, Number.isFinite);
  // The check that names the position is slower by far, and needed only to fail.
  if (!areAllFinite) requireAllFinite(name, values);
  return new Float64Array(values);
}

/** Returns a copy of a list of equally long rows of finite numbers. */
export function copyTable(name: string, rows: readonly ArrayLike<number>[]): NumberTable {
  requireList(name, rows);
  requireList(`${name}[0]`, rows[0]!);
  const columnCount = rows[0]!.length;
  const entries = new Float64Array(rows.length * columnCount);
  for (let i = 0; i < rows.length; i++) {
    const row = copyNumbers(`${name}[${i}]`, rows[i]!);
    requireLength(`${name}[${i}]`, row, columnCount);
    entries.set(row, i * columnCount);
  }
  return { rowCount: rows.length, columnCount, entries };
}

/** Returns the rows of a table as plain arrays, ready for JSON. */
export function tableRows(table: NumberTable): number[][] {
  return Array.from({ length: table.rowCount }, (_, i) => Array.from(tableRow(table, i)));
}

/** Returns one row as a view: whoever writes to it changes the table. */
export function tableRow(table: NumberTable, rowIndex: number): Float64Array {
  const start = rowIndex * table.columnCount;
  return table.entries.subarray(start, start + table.columnCount);
}

/** Refuses everything but a list (array or typed array) with at least one entry. */
export function requireList(name: string, values: ArrayLike<unknown>): void {
  const isList = Array.isArray(values) || ArrayBuffer.isView(values);
  if (isList && values.length > 0) return;
  throw new HedgerowError({
    code: isList ? 'HR_INPUT_DIMENSION' : 'HR_INPUT_KIND',
    rule: `${name} must be a list with at least one entry`,
    received: isList ? 'empty' : describeValue(values),
  });
}

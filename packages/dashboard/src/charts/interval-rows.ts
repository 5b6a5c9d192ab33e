/**
 * The rows of an interval list, and which of many are shown first.
 */
export interface IntervalRow {
  readonly name: string;
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** A word behind the name: "chosen". Marked rows are always shown. */
  readonly mark?: string;
  /** Name of a colour token. */
  readonly colour?: string;
}

const ROW_COUNT_MAX = 10;
const ROW_COUNT_SHORT = 7;

/** Returns all rows if they are few; else the marked ones and the largest, largest first. */
export function shortened(
  rows: readonly IntervalRow[],
  sizeOf: (row: IntervalRow) => number = ({ estimate }) => estimate,
): readonly IntervalRow[] {
  if (rows.length <= ROW_COUNT_MAX) return rows;
  const largestFirst = rows.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const kept = new Set(largestFirst.slice(0, ROW_COUNT_SHORT));
  return largestFirst.filter((row) => row.mark !== undefined || kept.has(row));
}

/** Returns all rows if they are few; else the first ones and those with a mark, in their order. */
export function beginning(rows: readonly IntervalRow[]): readonly IntervalRow[] {
  if (rows.length <= ROW_COUNT_MAX) return rows;
  return rows.filter((row, index) => row.mark !== undefined || index < ROW_COUNT_SHORT);
}

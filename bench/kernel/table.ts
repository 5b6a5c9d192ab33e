/** The measurements as an aligned table for people. */

export interface TableRow {
  readonly dimension: number;
  readonly actionCount: number;
  readonly name: string;
  readonly microseconds: number;
  /** Time over the time of native code; null where that is unknown. */
  readonly nativeRatio: number | null;
  readonly nativeRatioMax: number | undefined;
  readonly numpyRatio: number | null;
  readonly numpyRatioMax: number | undefined;
}

const HEADINGS = [
  'features',
  'actions',
  'implementation',
  'µs a round',
  '× native',
  'target',
  '',
  '× NumPy',
  'target',
  '',
];
/** Columns of words are flush left, columns of numbers flush right. */
const WORD_COLUMNS = new Set([2, 6, 9]);

/** Returns the table, one line a measurement, with an empty line between problem sizes. */
export function formatTable(rows: readonly TableRow[]): string {
  const lines = [HEADINGS, ...rows.map(cells)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...lines.map((line) => line[column]!.length)),
  );
  return lines
    .flatMap((line, i) => {
      const startsSize = i > 0 && !isSameSize(rows[i - 1]!, rows[i - 2]);
      const text = line.map((cell, column) => pad(cell, widths[column]!, column)).join('  ');
      return startsSize ? ['', text.trimEnd()] : [text.trimEnd()];
    })
    .map((line) => `${line}\n`)
    .join('');
}

function isSameSize(row: TableRow, other: TableRow | undefined): boolean {
  return row.dimension === other?.dimension && row.actionCount === other.actionCount;
}

function cells(row: TableRow): string[] {
  return [
    String(row.dimension),
    String(row.actionCount),
    row.name,
    row.microseconds.toFixed(row.microseconds < 10 ? 2 : row.microseconds < 100 ? 1 : 0),
    ...ratioCells(row.nativeRatio, row.nativeRatioMax),
    ...ratioCells(row.numpyRatio, row.numpyRatioMax),
  ];
}

/** The ratio, its target, and whether it is met. */
function ratioCells(ratio: number | null, ratioMax: number | undefined): string[] {
  if (ratio === null) return ['', '', ''];
  const shown = ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(1);
  if (ratioMax === undefined) return [shown, '', ''];
  return [shown, `≤ ${ratioMax}`, ratio <= ratioMax ? 'met' : 'MISSED'];
}

function pad(cell: string, width: number, column: number): string {
  return WORD_COLUMNS.has(column) ? cell.padEnd(width) : cell.padStart(width);
}

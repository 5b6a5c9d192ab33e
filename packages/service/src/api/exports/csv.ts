/**
 * Comma-separated values (RFC 4180) that spreadsheets cannot mistake for formulas.
 *
 * A text cell that begins with = + - @, a tab or a carriage return gets an apostrophe before it. Numbers
 * are left alone: −0.3 must stay a number.
 */
export type Cell = string | number | null;

/** Returns one line, its end included. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * Aligned columns for a terminal: numbers to the right, words to the left.
 */

/** Returns the lines of a table; the first row is the heading. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const isNumeric = rows[0]!.map((_, column) =>
    rows.slice(1).every((row) => /^[-−+\d.,± –%()]*$/.test(row[column]!)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        isNumeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}

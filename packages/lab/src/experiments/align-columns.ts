/**
 * Lays a table out in plain text: text to the left, numbers to the right, two spaces between.
 */

/** Returns one line for each row; the first row is the heading. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const [heading = [], ...body] = rows;
  const widths = heading.map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  const isNumber = heading.map((_, column) =>
    body.every((row) => /^([-−+]?[\d.]|–?$)/.test(row[column] ?? '')),
  );
  return rows.map((row) =>
    row
      .map((text, column) => {
        const space = ' '.repeat(widths[column]! - [...text].length);
        return isNumber[column] ? space + text : text + space;
      })
      .join('  ')
      .trimEnd(),
  );
}

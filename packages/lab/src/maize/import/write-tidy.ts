/**
 * Writes a tidy table as CSV or Parquet, and its report beside it as JSON.
 *
 * Numbers are rounded to four decimals: yields, temperatures and shares of soil are not known better.
 * Files appear under their names only when they are whole.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import { HedgerowError } from '@hedgerow/core';
import { isParquet, quoted, withDatabase } from './database.ts';
import type { ImportReport } from './import-report.ts';
import { TIDY_COLUMNS, type TidyRow } from './tidy-row.ts';

const DECIMALS = 4;
const PARQUET_TYPES = {
  text: 'VARCHAR',
  whole: 'INTEGER',
  number: 'DOUBLE',
  'number or blank': 'DOUBLE',
} as const;

/** Writes table and report. */
export async function writeImport(
  output: string,
  rows: readonly TidyRow[],
  report: ImportReport,
): Promise<void> {
  try {
    const text = tidyText(rows);
    if (isParquet(output)) await writeParquet(output, text);
    else await publish(output, (draft) => writeFile(draft, text));
    await publish(reportPath(output), (draft) =>
      writeFile(draft, `${JSON.stringify(report, null, 1)}\n`),
    );
  } catch (error) {
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: `${output} must be a file that can be written`,
      received: `not: ${(error as Error).message}`,
    });
  }
}

/** `plots.csv` → `plots.report.json`. */
export function reportPath(output: string): string {
  return `${output.replace(/\.(csv|parquet)$/i, '')}.report.json`;
}

/** The table as CSV. */
export function tidyText(rows: readonly TidyRow[]): string {
  const lines = rows.map((row) => TIDY_COLUMNS.map(({ field }) => cellText(row[field])).join(','));
  return `${[TIDY_COLUMNS.map(({ column }) => column).join(','), ...lines].join('\n')}\n`;
}

function cellText(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(DECIMALS)));
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

async function publish(output: string, write: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = `${output}.part`;
  await write(draft);
  await rename(draft, output);
}

async function writeParquet(output: string, text: string): Promise<void> {
  const csv = `${output}.csv.part`;
  const columns = TIDY_COLUMNS.map(({ column, kind }) => `'${column}': '${PARQUET_TYPES[kind]}'`);
  await writeFile(csv, text);
  await publish(output, (draft) =>
    withDatabase((connection) =>
      connection.run(
        `COPY (SELECT * FROM read_csv(${quoted(csv)}, header = true, auto_detect = false, ` +
          `columns = {${columns.join(', ')}})) TO ${quoted(draft)} (FORMAT parquet)`,
      ),
    ),
  );
  await rm(csv);
}

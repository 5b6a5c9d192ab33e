/**
 * Writes a tidy table as CSV or Parquet, and its report beside it as JSON.
 *
 * Numbers are rounded to four decimals: yields, temperatures and shares of soil are not known better.
 * Files appear under their names only when they are whole.
 */
import { writeFile } from 'node:fs/promises';
import { HedgerowError } from '@hedgerow/core';
import { createParquet, isParquet } from '../../parquet/parquet-file.ts';
import { publish } from '../publish.ts';
import type { ImportReport } from './import-report.ts';
import { TIDY_COLUMNS, type TidyRow } from './tidy-row.ts';

const DECIMALS = 4;
/** Writes table and report. */
export async function writeImport(
  output: string,
  rows: readonly TidyRow[],
  report: ImportReport,
): Promise<void> {
  try {
    await publish(output, async (draft) => {
      if (isParquet(output)) writeParquet(draft, rows);
      else await writeFile(draft, tidyText(rows));
    });
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
  if (typeof value === 'number') return String(rounded(value));
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function writeParquet(file: string, rows: readonly TidyRow[]): void {
  const table = createParquet(
    file,
    TIDY_COLUMNS.map(({ column, kind }) => ({
      name: column,
      type: kind === 'number or blank' ? 'number' : kind,
    })),
  );
  table.write(
    TIDY_COLUMNS.map(({ field }) =>
      rows.map((row) => {
        const value = row[field];
        return typeof value === 'number' ? rounded(value) : value;
      }),
    ),
  );
  table.finish();
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS));
}

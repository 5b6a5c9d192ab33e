/**
 * Reads a tidy table, CSV or Parquet: what `hedgerow maize import` writes and `fit` takes.
 */
import { fileFault } from './file-fault.ts';
import { readHeader } from './file-header.ts';
import { type ColumnSpecs, missingColumn, readSheet, type Sheet } from './sheet.ts';
import { TIDY_COLUMNS, type TidyRow } from './tidy-row.ts';
import { YEAR_LIMITS } from './year-in-name.ts';

type TidyKey = (typeof TIDY_COLUMNS)[number]['column'];

export const TIDY_SPECS: ColumnSpecs<TidyKey> = Object.fromEntries(
  TIDY_COLUMNS.map(({ column }) => [column, { names: [column] }]),
) as unknown as ColumnSpecs<TidyKey>;

const LIMITS: Partial<Record<TidyKey, readonly [number, number]>> = {
  year: YEAR_LIMITS,
  replicate: [0, 99],
  sand_pct: [0, 100],
  silt_pct: [0, 100],
  clay_pct: [0, 100],
  temp_mean_c: [-80, 70],
  radiation_mj_m2_d: [0, 60],
  photoperiod_h: [0, 24],
};
const AMOUNT = [0, Infinity] as const;

/** Reads a table whose header has been read already. */
export async function readTidyRows(file: string, header: readonly string[]): Promise<TidyRow[]> {
  const sheet = await readSheet(file, header, TIDY_SPECS);
  return Array.from({ length: sheet.rowCount }, (_, row) => tidyRow(sheet, row));
}

/** Reads a table, or says what it lacks. */
export async function readTidyFile(file: string): Promise<TidyRow[]> {
  const header = await readHeader(file);
  const missing = missingColumn(header, TIDY_SPECS);
  if (missing !== null) throw notTidy(file, missing);
  const rows = await readTidyRows(file, header);
  if (rows.length > 0) return rows;
  throw fileFault({ file, rule: 'must hold plots', received: 'empty below its heading' });
}

function notTidy(file: string, missing: string): Error {
  return fileFault({
    file,
    line: 1,
    rule: `must have a column "${missing}" to be a tidy table`,
    received: 'without it',
    remedy: 'Make one from official files with: hedgerow maize import.',
  });
}

function tidyRow(sheet: Sheet<TidyKey>, row: number): TidyRow {
  const entries = TIDY_COLUMNS.map(({ column, field, kind }) => {
    const limits = LIMITS[column] ?? AMOUNT;
    if (kind === 'text') return [field, sheet.requiredText(column, row)];
    if (kind === 'whole') return [field, sheet.whole(column, row, limits)];
    if (kind === 'number') return [field, sheet.requiredNumber(column, row, limits)];
    return [field, sheet.number(column, row, limits)];
  });
  return Object.fromEntries(entries) as TidyRow;
}

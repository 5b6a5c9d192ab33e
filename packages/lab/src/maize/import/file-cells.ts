/**
 * Reads some columns of a CSV or Parquet file, every cell as text.
 *
 * What a cell means is decided cell by cell in sheet.ts, so that a fault is told with its line. In a Parquet
 * file, which has no lines, the first row is line 2. A file that is not UTF-8 is read as Latin-1. A
 * record with too few or too many cells refuses the file: silently dropping it would be silently losing a
 * plot. Empty lines are left out.
 */
import { readFile } from 'node:fs/promises';
import { splitRecords, type TableRecord } from '@hedgerow/farm';
import { isParquet, readParquetTexts } from '../../parquet/parquet-file.ts';
import { fileFault } from './file-fault.ts';

export interface FileCells {
  readonly file: string;
  readonly rowCount: number;
  /** The texts of one of the columns asked for, by its place in that list; '' for an empty cell. */
  readonly columns: readonly (readonly string[])[];
  /** The line on which each row begins. */
  readonly lines: readonly number[];
}

export interface CellRequest {
  readonly file: string;
  readonly header: readonly string[];
  /** Positions of the columns to be read. */
  readonly positions: readonly number[];
}

/** Returns the cells, or refuses the file. */
export async function readCells(request: CellRequest): Promise<FileCells> {
  return isParquet(request.file) ? await readParquet(request) : await readCsv(request);
}

async function readCsv(request: CellRequest): Promise<FileCells> {
  const { file, positions } = request;
  const { records, unclosedQuoteLine } = splitRecords(decoded(await readFile(file)), ',');
  if (unclosedQuoteLine !== null) {
    const rule = 'must close every quote that it opens';
    throw fileFault({ file, line: unclosedQuoteLine, rule, received: 'open to the end' });
  }
  const rows = records.slice(1).filter(({ cells }) => cells.length > 1 || cells[0] !== '');
  for (const row of rows) requireWhole(request, row);
  return {
    file,
    rowCount: rows.length,
    columns: positions.map((position) => rows.map(({ cells }) => cells[position]!)),
    lines: rows.map(({ line }) => line),
  };
}

/** Every byte means something in Latin-1, so nothing is refused here. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

function requireWhole({ file, header }: CellRequest, { line, cells }: TableRecord): void {
  if (cells.length === header.length) return;
  throw fileFault({
    file,
    line,
    rule: `must be a record of ${header.length} cells`,
    received: `one of ${cells.length}`,
  });
}

async function readParquet({ file, header, positions }: CellRequest): Promise<FileCells> {
  const columns = await readParquetTexts(
    file,
    positions.map((position) => header[position]!),
  );
  const rowCount = columns[0]?.length ?? 0;
  return { file, rowCount, columns, lines: Array.from({ length: rowCount }, (_, i) => i + 2) };
}

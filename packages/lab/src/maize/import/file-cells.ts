/**
 * Reads some columns of a CSV or Parquet file with DuckDB, every cell as text.
 *
 * DuckDB knows quotes, line ends and sizes; what a cell means is decided cell by cell in sheet.ts, so
 * that a fault is told with its line. In a Parquet file, which has no lines, the first row is line 2. A file that is not UTF-8 is read as Latin-1. A record with too few or
 * too many cells refuses the file: silently dropping it would be silently losing a plot.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { isParquet, quoted, withDatabase } from './database.ts';
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
  return await withDatabase(async (connection) => {
    if (isParquet(request.file)) return await readParquet(connection, request);
    const text = await readAs(connection, request, 'utf-8');
    const cells = text ?? (await readAs(connection, request, 'latin-1'));
    if (cells !== null) return cells;
    throw fileFault({
      file: request.file,
      rule: 'must be text in UTF-8 or Latin-1',
      received: 'neither',
    });
  });
}

/** Null if the file is not in that encoding. */
async function readAs(
  connection: DuckDBConnection,
  request: CellRequest,
  encoding: string,
): Promise<FileCells | null> {
  await connection.run('DROP TABLE IF EXISTS reject_errors; DROP TABLE IF EXISTS reject_scans');
  const columns = request.header.map((_, i) => `c${i}: 'VARCHAR'`);
  const cells = await select(
    connection,
    request,
    `read_csv(${quoted(request.file)}, auto_detect = false, header = true, delim = ',', ` +
      `quote = '"', escape = '"', store_rejects = true, encoding = ${quoted(encoding)}, ` +
      `columns = {${columns.join(', ')}})`,
  );
  const fault = await firstFault(connection);
  if (fault?.kind === 'INVALID ENCODING') return null;
  if (fault !== null) throw unevenRecord(request, fault);
  return cells;
}

async function readParquet(connection: DuckDBConnection, request: CellRequest): Promise<FileCells> {
  const columns = request.header.map(
    (name, i) => `"${name.replaceAll('"', '""')}"::VARCHAR AS c${i}`,
  );
  const table = `(SELECT ${columns.join(', ')} FROM read_parquet(${quoted(request.file)}))`;
  return await select(connection, request, table);
}

/** Takes the columns c0, c1, … out of a table. */
async function select(
  connection: DuckDBConnection,
  { file, header, positions }: CellRequest,
  table: string,
): Promise<FileCells> {
  const record = `concat(${header.map((_, i) => `c${i}`).join(', ')})`;
  const reader = await connection.runAndReadAll(
    `SELECT ${positions.map((position) => `coalesce(c${position}, '')`).join(', ')}, ` +
      // A quoted cell may run over several lines; the rows after it begin later.
      `len(${record}) - len(replace(${record}, chr(10), '')) FROM ${table}`,
  );
  const columns = reader.getColumns();
  return {
    file,
    rowCount: reader.currentRowCount,
    columns: positions.map((_, i) => (columns[i] ?? []) as string[]),
    lines: lineNumbers((columns[positions.length] ?? []).map(Number)),
  };
}

interface ReadFault {
  readonly kind: string;
  readonly line: number;
  readonly columnPosition: number;
  readonly message: string;
}

async function firstFault(connection: DuckDBConnection): Promise<ReadFault | null> {
  const reader = await connection.runAndReadAll(
    'SELECT error_type::VARCHAR, line, column_idx, error_message FROM reject_errors ' +
      "ORDER BY error_type::VARCHAR <> 'INVALID ENCODING', line LIMIT 1",
  );
  const row = reader.getRows()[0];
  if (row === undefined) return null;
  const [kind, line, column, message] = row.map(String);
  return {
    kind: kind!,
    line: Number(line),
    columnPosition: Number(column) - 1,
    message: message!.split('\n')[0]!,
  };
}

function unevenRecord({ file, header }: CellRequest, fault: ReadFault): Error {
  const column = header[fault.columnPosition];
  return fileFault({
    file,
    line: fault.line,
    ...(column === undefined ? {} : { column }),
    rule: `must be a record of ${header.length} cells`,
    received: `not: ${fault.message}`,
  });
}

function lineNumbers(extraLines: readonly number[]): number[] {
  let line = 2;
  return extraLines.map((extra) => {
    const start = line;
    line += 1 + extra;
    return start;
  });
}

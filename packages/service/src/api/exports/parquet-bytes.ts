/**
 * An export as Parquet, in pieces: a group of rows at a time is in memory, and at the end a few bytes for each group.
 */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { LogLine } from '../../wire.ts';
import { PARQUET_SCHEMA, parquetCells } from './parquet-columns.ts';

/** Rows of a group: readers skip whole groups, and writers hold one. */
const GROUP_ROWS = 2_000;

/** Yields the bytes of the file. */
export async function* parquetBytes(
  pages: AsyncIterable<readonly LogLine[]>,
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({ writer: bytes, schema: PARQUET_SCHEMA });
  let rows: LogLine[] = [];
  for await (const page of pages) {
    rows.push(...page);
    if (rows.length < GROUP_ROWS) continue;
    writeGroup(file, rows);
    rows = [];
    yield taken(bytes);
  }
  if (rows.length > 0) writeGroup(file, rows);
  file.finish();
  yield taken(bytes);
}

function writeGroup(file: ParquetWriter, rows: readonly LogLine[]): void {
  // Where single pages begin is of no use in so small groups, and would be kept until the end.
  const columnData = parquetCells(rows).map((column) => ({ ...column, offsetIndex: false }));
  file.write({ columnData, rowGroupSize: rows.length });
}

/** Takes out what was written since the last time; places in the file go on being counted. */
function taken(bytes: ByteWriter): Uint8Array {
  const piece = bytes.getBytes().slice();
  bytes.index = 0;
  return piece;
}

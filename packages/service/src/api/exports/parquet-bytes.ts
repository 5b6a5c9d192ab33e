/**
 * An export as Parquet, in pieces: a group of rows at a time is in memory, and at the end a few bytes for each group.
 *
 * Packing a group takes a tenth of a second of the thread that answers everybody, so it is packed column by column,
 * with others in between. Each column is written as a group of its own, and then they are told as the one group that they
 * are.
 */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { nextRound } from '../../instruments/next-round.ts';
import type { LogLine } from '../../wire.ts';
import { PARQUET_SCHEMA, type ParquetColumn, parquetCells } from './parquet-columns.ts';

/** Rows of a group: readers skip whole groups, and writers hold one. */
const GROUP_ROWS = 2_000;
/** Characters of the longest column from which on a group ends, however few its rows: one column is packed in one go. */
const GROUP_CHARACTERS = 512 * 1024;

/** Yields the bytes of the file. */
export async function* parquetBytes(
  pages: AsyncIterable<readonly LogLine[]>,
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({ writer: bytes, schema: PARQUET_SCHEMA });
  let group = new RowGroup();
  for await (const page of pages) {
    group.add(page);
    if (!group.isFull) continue;
    await group.write(file);
    group = new RowGroup();
    yield taken(bytes);
  }
  if (group.rowCount > 0) await group.write(file);
  file.finish();
  yield taken(bytes);
}

class RowGroup {
  rowCount = 0;
  #columns: ParquetColumn[] = [];
  #lengths: number[] = [];

  get isFull(): boolean {
    return this.rowCount >= GROUP_ROWS || Math.max(...this.#lengths) >= GROUP_CHARACTERS;
  }

  add(lines: readonly LogLine[]): void {
    const cells = parquetCells(lines);
    if (this.rowCount === 0) {
      this.#columns = cells.map(({ name }) => ({ name, data: [] }));
      this.#lengths = cells.map(() => 0);
    }
    for (const [i, { data }] of cells.entries()) {
      this.#columns[i]!.data.push(...data);
      for (const cell of data) if (typeof cell === 'string') this.#lengths[i]! += cell.length;
    }
    this.rowCount += lines.length;
  }

  async write(file: ParquetWriter): Promise<void> {
    const [before, rowsBefore] = [file.row_groups.length, file.num_rows];
    for (const column of this.#columns) {
      // Where single pages begin is of no use in so small groups, and would be kept until the end.
      const columnData = [{ ...column, offsetIndex: false }];
      file.write({ columnData, rowGroupSize: this.rowCount });
      await nextRound();
    }
    const parts = file.row_groups.splice(before);
    file.row_groups.push({
      columns: parts.flatMap(({ columns }) => columns),
      total_byte_size: parts.reduce((sum, { total_byte_size: size }) => sum + size, 0n),
      num_rows: BigInt(this.rowCount),
    });
    file.num_rows = rowsBefore + BigInt(this.rowCount);
  }
}

/** Takes out what was written since the last time; places in the file go on being counted. */
function taken(bytes: ByteWriter): Uint8Array {
  const piece = bytes.getBytes().slice();
  bytes.index = 0;
  return piece;
}

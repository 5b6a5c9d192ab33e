/**
 * Parquet files: tables written group by group, and some columns of a table read as text.
 *
 * hyparquet does both in plain JavaScript. It unpacks Snappy by itself; the other codecs that tools write
 * are Node's own.
 */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type Compressors,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type SchemaElement,
} from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';

/** Whether a file is Parquet, by its name. */
export function isParquet(file: string): boolean {
  return /\.parquet$/i.test(file);
}

export interface ParquetColumn {
  readonly name: string;
  readonly type: 'text' | 'whole' | 'number';
}

/** The cells of one column, null where there is nothing. */
export type ColumnCells = (string | number | null)[];

export interface ParquetOutput {
  /** Writes rows: the cells of every column, in the order of the columns. */
  write(cells: readonly ColumnCells[]): void;
  /** Writes what a reader needs to find them. */
  finish(): void;
}

const ELEMENTS = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  whole: { type: 'INT32' },
  number: { type: 'DOUBLE' },
} as const;

const DECOMPRESSORS: Compressors = {
  GZIP: (input) => gunzipSync(input),
  BROTLI: (input) => brotliDecompressSync(input),
  ZSTD: (input) => zstdDecompressSync(input),
};

/** Opens a file for rows; the same rows in the same groups give the same bytes. */
export function createParquet(file: string, columns: readonly ParquetColumn[]): ParquetOutput {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }) => ({
      name,
      repetition_type: 'OPTIONAL' as const,
      ...ELEMENTS[type],
    })),
  ];
  const writer = new ParquetWriter({ writer: fileWriter(file), schema });
  return {
    write(cells) {
      writer.write({ columnData: columns.map(({ name }, i) => ({ name, data: cells[i]! })) });
    },
    finish: () => writer.finish(),
  };
}

/** Returns the names of the columns of a file. */
export async function parquetNames(file: string): Promise<string[]> {
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(file));
  return parquetSchema(metadata).children.map(({ element }) => element.name);
}

/** Returns some columns, by their names, every cell as text and '' where there is none. */
export async function readParquetTexts(
  file: string,
  names: readonly string[],
): Promise<string[][]> {
  const buffer: AsyncBuffer = await asyncBufferFromFile(file);
  const columns = [...new Set(names)];
  const rows = await parquetReadObjects({ file: buffer, columns, compressors: DECOMPRESSORS });
  return names.map((name) => rows.map((row) => textOf(row[name])));
}

/** A day as it is written, a moment in full; numbers in the shortest form that reads back the same. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '');
  return String(value);
}

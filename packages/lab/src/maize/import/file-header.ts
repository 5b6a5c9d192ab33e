/**
 * Reads the heading of a CSV or Parquet file and finds columns in it.
 *
 * Official headings carry a byte order mark in some years and not in others, contain commas and
 * doubled quotes, and grow longer from year to year ("Row Spacing (inches)"). So a column is found by
 * its exact name first, and by the beginning of its name otherwise; case, blanks, hyphens and
 * underscores do not count.
 */
import { open } from 'node:fs/promises';
import { isParquet, parquetNames } from '../../parquet/parquet-file.ts';
import { fileFault } from './file-fault.ts';

const HEADER_BYTES_MAX = 65_536;

/** Returns the headings of a file. */
export async function readHeader(file: string): Promise<string[]> {
  const text = await readStart(file);
  if (isParquet(file)) return await parquetHeader(file);
  const names = parseRecord(text.replace(/^\uFEFF/, ''));
  if (names.some((name) => name.trim() !== '')) return names;
  throw fileFault({ file, line: 1, rule: 'must hold the names of columns', received: 'empty' });
}

async function readStart(file: string): Promise<string> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES_MAX), 0);
      return buffer.subarray(0, bytesRead).toString('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw fileFault({ file, rule: 'must be a file that can be read', received: `not: ${reason}` });
  }
}

async function parquetHeader(file: string): Promise<string[]> {
  try {
    return await parquetNames(file);
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0]!;
    throw fileFault({ file, rule: 'must be a Parquet file', received: `not: ${reason}` });
  }
}

/** Splits the first record of a text into its cells. */
export function parseRecord(text: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r|\n|$)/y;
  for (;;) {
    const match = cell.exec(text);
    if (match === null) return cells;
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] !== ',') return cells;
  }
}

/** Returns the position of the first of some names, or -1. */
export function findColumn(header: readonly string[], names: readonly string[]): number {
  const headings = header.map(plain);
  const wanted = names.map(plain);
  for (const name of wanted) {
    const exact = headings.indexOf(name);
    if (exact >= 0) return exact;
  }
  return headings.findIndex((heading) => wanted.some((name) => heading.startsWith(name)));
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

/**
 * Decisions from an export as Parquet: the same lines as in JSON, a row for each.
 */
import { HedgerowError } from '@hedgerow/core';
import { parquetReadObjects } from 'hyparquet';
import { readJsonLine } from './read-json-line.ts';
import type { ReadLog } from './read-log.ts';

/** What has fields of its own stands in the table as JSON. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(['context', 'propensities', 'parts']);
const MAGIC = 'PAR1';

/** Whether these are the first bytes of such a file. */
export function isParquet(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, MAGIC.length)) === MAGIC;
}

/** Returns the decisions of a table, or throws a HedgerowError that names the row. */
export async function readParquetLog(bytes: Uint8Array): Promise<ReadLog> {
  const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer }).catch(damaged);
  const decisions = rows.map((row, index) => readJsonLine(lineOf(row), index + 1));
  return { format: 'parquet', decisions, leftOut: 0 };
}

function lineOf(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const cells = Object.entries(row).map(([name, cell]) => {
    const isJson = JSON_COLUMNS.has(name) && typeof cell === 'string';
    return [name, isJson ? JSON.parse(cell) : cell] as const;
  });
  return Object.fromEntries(cells);
}

function damaged(error: Error): never {
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: 'a log as Parquet must be a whole file',
    received: error.message,
  });
}

/**
 * DuckDB for a moment: it reads and writes tables, and nothing stays.
 */
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** Runs something with a database in memory: one thread, so rows keep their order. */
export async function withDatabase<Result>(
  use: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const database = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await database.connect();
  try {
    return await use(connection);
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}

/** Writes a text as SQL does. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Whether a file is Parquet, by its name. */
export function isParquet(file: string): boolean {
  return /\.parquet$/i.test(file);
}

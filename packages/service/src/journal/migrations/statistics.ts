/**
 * What PostgreSQL need not know of its tables. So that it finds good plans it looks at a sample of every column whenever a table has grown by a tenth;
 * of long texts and hashes, by which nothing is ever looked up, that was half of the work.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Columns that no statement compares with anything, unless it has found the line by others. */
const UNASKED: Readonly<Record<string, readonly string[]>> = {
  entry: ['time', 'body', 'previous_hash', 'hash', 'epoch'],
  decision: [
    'mode',
    'rewarded_at',
    'correction_count',
    'margin_after',
    'baseline_min',
    'baseline_max',
    'fingerprint',
    'size',
    'parts',
  ],
  shelf: ['body'],
};

export const statisticsLeftOut: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [table, columns] of Object.entries(UNASKED)) {
      // Of a table in parts it is said to all of them.
      const changes = columns.map((column) => `alter column ${column} set statistics 0`);
      await sql.raw(`alter table ${table} ${changes.join(', ')}`).execute(db);
    }
  },
};

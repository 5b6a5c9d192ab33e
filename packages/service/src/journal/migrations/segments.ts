/**
 * Entries that have left the table:
 *
 *     segment    one line for each segment; its bytes are in a file beside the database on SQLite, and in
 *                the line on PostgreSQL
 *     told       where in segments a decision is spoken of, after the entry that made it
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { SqlEngine } from '../tables.ts';

export function segmentTables(engine: SqlEngine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await createSegments(db, engine);
      await db.schema
        .createTable('told')
        .addColumn('policy', 'text', (column) => column.notNull().references('policy.id'))
        .addColumn('generation', 'bigint', (column) => column.notNull())
        .addColumn('sequence', 'bigint', (column) => column.notNull())
        .addColumn('position', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('told_key', ['policy', 'generation', 'sequence', 'position'])
        // The key is all there is of a line.
        .$call((table) => (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
        .execute();
    },
  };
}

async function createSegments(db: Kysely<unknown>, engine: SqlEngine): Promise<void> {
  await db.schema
    .createTable('segment')
    .addColumn('policy', 'text', (column) => column.notNull().references('policy.id'))
    .addColumn('first_position', 'bigint', (column) => column.notNull())
    .addColumn('last_position', 'bigint', (column) => column.notNull())
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('byte_count', 'bigint', (column) => column.notNull())
    .addColumn('frames', 'text', (column) => column.notNull())
    .$call((table) => (engine === 'sqlite' ? table : table.addColumn('body', 'bytea')))
    .addPrimaryKeyConstraint('segment_key', ['policy', 'first_position'])
    .execute();
  if (engine === 'sqlite') return;
  // Kept as it is, so that a part can be read without the rest.
  await sql`alter table segment alter column body set storage external`.execute(db);
}

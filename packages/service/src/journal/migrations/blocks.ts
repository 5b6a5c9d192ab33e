/**
 * Entries in blocks, and lines that are written later; only in a folder, which one process writes.
 *
 *     entry.first_position   of a row that holds several entries; `position` and `hash` are those of the last
 *     unsettled              policies whose lines of decisions are behind their entries: up to `settled` they are written
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const blockTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('entry').addColumn('first_position', 'bigint').execute();
    await db.schema
      .createTable('unsettled')
      .addColumn('policy', 'text', (column) => column.primaryKey().notNull())
      .addColumn('settled', 'bigint', (column) => column.notNull())
      .modifyEnd(sql`without rowid`)
      .execute();
  },
};

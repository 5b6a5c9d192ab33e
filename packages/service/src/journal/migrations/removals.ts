/**
 * What is left of policies that were erased:
 *
 *     removal    one line for each, in a chain of hashes of its own
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const removalTable: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('removal')
      .addColumn('position', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('policy', 'text', (column) => column.unique().notNull())
      .addColumn('entries', 'bigint', (column) => column.notNull())
      .addColumn('last_hash', 'text', (column) => column.notNull())
      .addColumn('time', 'text', (column) => column.notNull())
      .addColumn('closed_by', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('previous_hash', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute();
  },
};

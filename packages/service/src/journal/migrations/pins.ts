/**
 * Snapshots that stay: where decisions were forgotten, no state can be made from the entries before.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const pinColumn: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('snapshot')
      .addColumn('pinned', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/**
 * What no answer may contain, in a table of its own, so that rights can be given apart from the rest:
 *
 *     secret   the key of the coin
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const secretTable: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('secret')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};

/**
 * Texts of the shelf that are packed together; only in a folder.
 *
 *     shelf.pack    the number of the first row of the pack that has the text; null of a row that has it itself
 *     shelf_pack    texts of some rows that came together; `firsts` are the numbers of its rows
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const shelfPacks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('shelf').addColumn('pack', 'bigint').execute();
    await db.schema
      .createTable('shelf_pack')
      .addColumn('policy', 'text', (column) => column.notNull())
      .addColumn('generation', 'bigint', (column) => column.notNull())
      .addColumn('first', 'bigint', (column) => column.notNull())
      .addColumn('shelved_at', 'bigint', (column) => column.notNull())
      .addColumn('last', 'bigint', (column) => column.notNull())
      .addColumn('firsts', 'text', (column) => column.notNull())
      .addColumn('body', 'blob', (column) => column.notNull())
      .addPrimaryKeyConstraint('shelf_pack_key', ['policy', 'generation', 'first', 'shelved_at'])
      .execute();
  },
};

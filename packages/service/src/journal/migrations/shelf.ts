/**
 * The shelf: decisions that a policy need not hold in memory. Snapshots are stored packed from here on, and with
 * their generation.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { SqlEngine } from '../tables.ts';

export function shelfTable(engine: SqlEngine): Migration {
  const bytes = engine === 'sqlite' ? sql`blob` : sql`bytea`;
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const table = db.schema
        .createTable('shelf')
        .addColumn('policy', 'text', (column) => column.notNull())
        .addColumn('generation', 'bigint', (column) => column.notNull())
        .addColumn('first', 'bigint', (column) => column.notNull())
        .addColumn('shelved_at', 'bigint', (column) => column.notNull())
        .addColumn('last', 'bigint', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('gone_at', 'bigint')
        .addPrimaryKeyConstraint('shelf_key', ['policy', 'generation', 'first', 'shelved_at']);
      await (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
      await db.schema
        .createIndex('shelf_gone')
        .on('shelf')
        .columns(['policy', 'gone_at'])
        .where('gone_at', 'is not', null)
        .execute();
      await db.schema.alterTable('snapshot').addColumn('packed', bytes).execute();
      await db.schema
        .alterTable('snapshot')
        .addColumn('generation', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  };
}

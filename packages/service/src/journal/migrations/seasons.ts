/**
 * What a decision can have since decisions have sizes, groups, sites and parts; null for older ones.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { SqlEngine } from '../tables.ts';

export function seasonColumns(engine: SqlEngine): Migration {
  const double = engine === 'sqlite' ? sql`blob` : sql`double precision`;
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // SQLite adds one column at a time.
      await db.schema.alterTable('decision').addColumn('size', double).execute();
      await db.schema.alterTable('decision').addColumn('group_name', 'text').execute();
      await db.schema.alterTable('decision').addColumn('site', 'text').execute();
      await db.schema.alterTable('decision').addColumn('parts', 'text').execute();
      await db.schema
        .createIndex('decision_site')
        .on('decision')
        .columns(['policy', 'site', 'generation', 'sequence'])
        .where('site', 'is not', null)
        .execute();
    },
  };
}

/**
 * How each policy stands, in its line, and its outline in a table of its own (standing.ts). Empty for policies
 * that are there already: whoever loads them fills it in. A later step that gives it another form empties
 * `standing_version`, and the same happens again.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { SqlEngine } from '../tables.ts';

export function standingColumns(engine: SqlEngine): Migration {
  const double = engine === 'sqlite' ? sql`blob` : sql`double precision`;
  const columns = {
    standing_version: sql`bigint`,
    margin: double,
    pending: sql`bigint`,
    unresolved: sql`bigint`,
    decisions: sql`bigint`,
    learner: sql`bigint`,
    halted: sql`smallint`,
    failure_probability: double,
    standing: sql`text`,
    owner: sql`text`,
  };
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // SQLite adds one column at a time.
      for (const [name, type] of Object.entries(columns)) {
        await db.schema.alterTable('policy').addColumn(name, type).execute();
      }
      await db.schema
        .createIndex('policy_owner')
        .on('policy')
        .column('owner')
        .where('owner', 'is not', null)
        .execute();
      // Pages go by the order of characters, whatever the language of the database.
      if (engine === 'postgres')
        await sql`create index policy_name on policy (id collate "C")`.execute(db);
      await db.schema
        .createTable('outline')
        .addColumn('policy', 'text', (column) => column.primaryKey().notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .execute();
    },
  };
}

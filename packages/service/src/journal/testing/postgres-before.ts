/**
 * Tables in PostgreSQL as the release before leases made them (commit ce924ab), for tests of what became of them.
 */
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { firstTables } from '../migrations/first-tables.ts';
import { seasonColumns } from '../migrations/seasons.ts';
import { secretTable } from '../migrations/secret-table.ts';
import { subjectColumns } from '../migrations/subjects.ts';
import { Pool } from '../postgres/pg-driver.ts';
import type { Tables } from '../tables.ts';

const STEPS = {
  '001-first-tables': firstTables('postgres'),
  '002-secret': secretTable,
  '003-seasons': seasonColumns('postgres'),
  '004-subjects': subjectColumns,
};

export function builderAt(connectionString: string): Kysely<Tables> {
  const pool = new Pool({
    connectionString,
    max: 2,
    verify: (_client: unknown, done: () => void) => done(),
  } as never);
  // It may be told that the server ends after it has said goodbye.
  pool.on('connect', (client) => client.on('error', () => {}));
  // And so may one that nobody uses, of which the pool is told.
  pool.on('error', () => {});
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
}

/** Makes the tables in an empty database, and returns what writes to them; destroy it. */
export async function makeTablesBefore(url: string): Promise<Kysely<Tables>> {
  const db = builderAt(url);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => STEPS },
    migrationTableName: 'hedgerow_migration',
    migrationLockTableName: 'hedgerow_migration_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return db;
}

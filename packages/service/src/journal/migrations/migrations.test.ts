/**
 * Tables of the release before leases, filled, become those of today, with everything that was in them;
 * and if that is interrupted, nothing has happened.
 */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkChain, EMPTY_HEAD, headAfter, sealEntries } from '../entry-hash.ts';
import type { StoredEntry } from '../journal.ts';
import { Pool } from '../postgres/pg-driver.ts';
import { openPostgresJournal } from '../postgres/postgres-journal.ts';
import { projectEntries } from '../projection.ts';
import { lineFromRow, type Tables } from '../tables.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { appendAll, created, decided, rewarded } from '../testing/sample-entries.ts';
import { firstTables } from './first-tables.ts';
import { seasonColumns } from './seasons.ts';
import { secretTable } from './secret-table.ts';
import { subjectColumns } from './subjects.ts';

/** The tables as commit ce924ab made them. */
const STEPS_BEFORE = {
  '001-first-tables': firstTables('postgres'),
  '002-secret': secretTable,
  '003-seasons': seasonColumns('postgres'),
  '004-subjects': subjectColumns,
};
const POLICIES = Array.from({ length: 40 }, (_, index) => `policy-${index}`);

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

function builderAt(connectionString: string): Kysely<Tables> {
  const pool = new Pool({
    connectionString,
    max: 2,
    verify: (_client: unknown, done: () => void) => done(),
  } as never);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
}

function chainOf(policy: string): StoredEntry[] {
  const key = 'one';
  return sealEntries(policy, EMPTY_HEAD, [
    created(),
    decided({ policy, sequence: 1, key, note: 'ä€🌽\u2028 "\\' }),
    rewarded(`${policy}.1.1`, 0.1 + 0.2),
  ]);
}

/** A database as the program before left it. */
async function filledBefore(url: string): Promise<void> {
  const db = builderAt(url);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => STEPS_BEFORE },
    migrationTableName: 'hedgerow_migration',
    migrationLockTableName: 'hedgerow_migration_lock',
  });
  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
  for (const policy of POLICIES) {
    const entries = chainOf(policy);
    const { inserts, spokenOf } = projectEntries(entries);
    const head = headAfter(EMPTY_HEAD, entries);
    await db
      .insertInto('policy')
      .values({ id: policy, ...head, archived_at: null })
      .execute();
    for (const [index, { text, previousHash, ...rest }] of entries.entries()) {
      const line = { ...rest, body: text, previous_hash: previousHash, subject: spokenOf[index]! };
      await db.insertInto('entry').values(line).execute();
    }
    await db.insertInto('decision').values(inserts.map(lineFromRow)).execute();
  }
  await db.destroy();
}

async function checkAndGoOn(url: string): Promise<void> {
  const journal = await openPostgresJournal({ url, poolSize: 4 });
  expect(await journal.listPolicies()).toEqual([...POLICIES].sort());
  for (const policy of POLICIES) {
    const entries = await journal.read(policy, 0, 10);
    expect(entries).toEqual(chainOf(policy));
    expect(await journal.findByKey(policy, 'local', 'one')).toMatchObject({ reward: 0.1 + 0.2 });
    expect(await journal.readHistory((await journal.findDecision(`${policy}.1.1`))!)).toEqual(
      entries.slice(1),
    );
  }
  const [policy] = POLICIES;
  await appendAll(journal, policy!, [decided({ policy: policy!, sequence: 2 })]);
  expect(checkChain(EMPTY_HEAD, await journal.read(policy!, 0, 10))).toBeNull();
  await journal.close();
}

test('a filled database of the release before becomes one of today', async () => {
  const url = await postgres.freshUrl();
  await filledBefore(url);
  await checkAndGoOn(url);
  const db = builderAt(url);
  const { rows } = await sql<{ part: string; count: string }>`
    select tableoid::regclass::text as part, count(*) from entry group by 1`.execute(db);
  expect(rows.length).toBeGreaterThan(8);
  // A program of before that still runs cannot write: it would not be shut out by a lease.
  const line = { policy: 'policy-1', position: 4, time: '', body: '', subject: null };
  const late = db.insertInto('entry').values({ ...line, previous_hash: '', hash: '' });
  await expect(late.execute()).rejects.toThrow('epoch');
  await db.destroy();
});

test('one that is interrupted is as it was, and is brought up to date the next time', async () => {
  const url = await postgres.freshUrl();
  await filledBefore(url);
  const db = builderAt(url);
  // In the way of the last of the new tables: all of the step before it has been done by then.
  await sql`create table entry_15 (id text)`.execute(db);
  await expect(openPostgresJournal({ url })).rejects.toThrow('nothing was changed');
  const { rows } = await sql<{ kind: string; count: string }>`
    select relkind::text as kind, (select count(*) from entry) from pg_class
    where relname = 'entry'`.execute(db);
  expect(rows).toEqual([{ kind: 'r', count: String(3 * POLICIES.length) }]);
  await sql`drop table entry_15`.execute(db);
  await db.destroy();
  await checkAndGoOn(url);
});

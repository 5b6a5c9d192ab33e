/**
 * Tables of the release before leases, filled, become those of today, with everything that was in them;
 * and if that is interrupted, nothing has happened.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkChain, EMPTY_HEAD, headAfter, sealEntries } from '../entry-hash.ts';
import type { StoredEntry } from '../journal.ts';
import { openPostgresJournal } from '../postgres/postgres-journal.ts';
import { projectEntries } from '../projection.ts';
import { lineFromRow, type Tables } from '../tables.ts';
import { builderAt, makeTablesBefore } from '../testing/postgres-before.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { appendAll, created, decided, rewarded } from '../testing/sample-entries.ts';

const POLICIES = Array.from({ length: 40 }, (_, index) => `policy-${index}`);

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

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
  const db = await makeTablesBefore(url);
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

test('the server looks at what is looked up, and not at what is only kept', async () => {
  const url = await postgres.freshUrl();
  await filledBefore(url);
  await checkAndGoOn(url);
  const db = builderAt(url);
  await sql`analyze`.execute(db);
  const columnsOf = async (table: string) => {
    const { rows } = await sql<{ name: string }>`select attname as name from pg_stats
      where tablename = ${table} and null_frac < 1 order by attname`.execute(db);
    return rows.map(({ name }) => name);
  };
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relname like 'entry_%' and relkind = 'r' and reltuples > 0`.execute(db);
  expect(rows.length).toBeGreaterThan(8);
  for (const table of ['entry', ...rows.map(({ name }) => name)]) {
    expect(await columnsOf(table)).toEqual(['policy', 'position', 'subject']);
  }
  const ofDecisions = await columnsOf('decision');
  for (const name of ['policy', 'generation', 'sequence', 'position', 'key_scope', 'key_text'])
    expect(ofDecisions).toContain(name);
  expect(ofDecisions).not.toContain('fingerprint');
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

/** Opens the journal of an empty database while somebody else changes its tables, and does the rest once it waits for them. */
async function openWhileChanged(
  db: Kysely<Tables>,
  url: string,
  change: (other: Kysely<Tables>) => Promise<unknown>,
): Promise<void> {
  const opening = await db.transaction().execute(async (other) => {
    await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(other);
    const opened = openPostgresJournal({ url }).then((journal) => journal.close());
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    opened.then(over, over);
    const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    while (!isOver && (await waiting.execute(db)).rows.length === 0) await pause(5);
    await change(other);
    return { opened };
  });
  await opening.opened;
}

test('a program that waited for a newer one to make its tables leaves them alone', async () => {
  const url = await postgres.freshUrl();
  const db = builderAt(url);
  const opening = openWhileChanged(db, url, async (other) => {
    await sql`create table hedgerow_migration (name text, timestamp text)`.execute(other);
    await sql`insert into hedgerow_migration values ('999-of-tomorrow', '')`.execute(other);
  });
  await expect(opening).rejects.toThrow('999-of-tomorrow is unknown');
  await db.destroy();
});

test('tables are changed for as long as it takes, but not kept by one who says nothing more', async () => {
  const url = await postgres.freshUrl();
  const db = builderAt(url);
  const name = sql.ref(new URL(url).pathname.slice(1));
  await sql`alter database ${name} set lock_timeout = '1ms'`.execute(db);
  await sql`create table seen (name text, setting text)`.execute(db);
  await sql`create function note() returns event_trigger language plpgsql as $$ begin
    insert into seen select name, setting from pg_settings where name in
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout');
    end $$`.execute(db);
  await sql`create event trigger note on ddl_command_end execute function note()`.execute(db);
  await openWhileChanged(db, url, async () => {});
  const { rows } = await sql`select distinct name, setting from seen order by name`.execute(db);
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '10000' },
    { name: 'lock_timeout', setting: '0' },
    { name: 'statement_timeout', setting: '0' },
  ]);
  await db.destroy();
});

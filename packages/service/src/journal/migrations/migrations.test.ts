/**
 * Tables of the release before leases, filled, become those of today, with everything that was in them;
 * and if that is interrupted, nothing has happened.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkChain, EMPTY_HEAD, headAfter, sealEntries } from '../entry-hash.ts';
import type { StoredEntry } from '../journal.ts';
import { openPostgresJournal } from '../postgres/postgres-journal.ts';
import { projectEntries } from '../projection.ts';
import { lineFromRow } from '../tables.ts';
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

/**
 * A database of the release before, filled with everything that policies can do, as a replica of today finds it: its
 * tables become those of today, all of it is proved and shown as it was answered, and it goes on.
 *
 * What is in it is the journal of a folder of that release (fixtures); both engines had the same lines.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresJournal } from '../journal/postgres/postgres-journal.ts';
import { makeTablesBefore } from '../journal/testing/postgres-before.ts';
import { type PostgresServer, startPostgres } from '../journal/testing/postgres-server.ts';
import { FEATURE_POLICIES, oneMoreOfEach } from './testing/every-feature.ts';
import { type SampleService, sampleService } from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const FIXTURE = path.join(import.meta.dirname, '../../fixtures/journal-ce924ab.sql');
const TABLES = ['policy', 'entry', 'decision', 'snapshot'] as const;
const LINES_AT_ONCE = 100;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** Returns how many lines each table has. */
async function fillFrom(text: string, url: string): Promise<number[]> {
  const folder = new DatabaseSync(':memory:');
  folder.exec(text);
  const db = await makeTablesBefore(url);
  const counts: number[] = [];
  for (const table of TABLES) {
    const lines = folder.prepare(`select * from ${table}`).all();
    counts.push(lines.length);
    for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
      const some = lines.slice(start, start + LINES_AT_ONCE);
      await db
        .insertInto(table)
        .values(some as never)
        .execute();
    }
  }
  folder.close();
  await db.destroy();
  return counts;
}

async function opened<Value>(
  url: string,
  act: (sample: SampleService) => Promise<Value>,
): Promise<Value> {
  const journal = await openPostgresJournal({ url, poolSize: 4 });
  const sample = sampleService({ journal });
  try {
    const value = await act(sample);
    const { policies } = await verifyJournal(journal);
    expect(policies.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(policies.map(({ policy }) => policy)).toEqual(FEATURE_POLICIES);
    return value;
  } finally {
    await sample.service.close();
    await journal.close();
  }
}

it('is migrated, proved, shown as it was answered, and gone on from', async () => {
  const text = readFileSync(FIXTURE, 'utf8');
  const url = await postgres.freshUrl();
  const counts = await fillFrom(text, url);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  const answered = [...text.matchAll(/^-- (\S+) ([0-9a-f]{64})$/gm)];
  expect(answered.length).toBeGreaterThan(50);
  const texts = await opened(url, async ({ service }) => {
    for (const [, id, sum] of answered) {
      const { receipt } = await service.decision(id!);
      expect([id, hash('sha256', JSON.stringify(receipt))]).toEqual([id, sum]);
    }
    return await oneMoreOfEach(service);
  });
  // After a restart the same keys are answered with the same bytes.
  expect(await opened(url, ({ service }) => oneMoreOfEach(service))).toEqual(texts);
}, 60_000);

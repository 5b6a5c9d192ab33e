/**
 * Entries leave the table only if a stored segment has them, and a segment is stored only if it is the
 * next part of the chain.
 */
import { expect, test } from 'vitest';
import { EMPTY_HEAD, sealEntries } from '../entry-hash.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Segment } from '../segments/segment.ts';
import { created, decided } from '../testing/sample-entries.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openDatabase } from './open-database.ts';
import { packBatch } from './packed-batch.ts';
import { queryBuilder } from './query-builder.ts';
import { changeSegments } from './segment-statements.ts';
import { WriteStatements } from './write-statements.ts';

async function filled() {
  const database = openDatabase({ folder: temporaryFolder(), isSynced: false });
  await migrate(queryBuilder(database), 'sqlite');
  const decisions = Array.from({ length: 19 }, (_, index) => decided({ sequence: index + 1 }));
  const entries = sealEntries('maize', EMPTY_HEAD, [created(), ...decisions]);
  new WriteStatements(database).writeBatch(
    packBatch({ policy: 'maize', head: EMPTY_HEAD, entries }),
  );
  const segment = (first: number, last: number, hash = entries[last - 1]!.hash): Segment => ({
    policy: 'maize',
    first,
    last,
    previousHash: entries[first - 1]!.previousHash,
    hash,
    sha256: 'a'.repeat(64),
    byteCount: 1,
    frames: [],
  });
  const add = (one: Segment) =>
    changeSegments(database, { kind: 'segment', segment: one, told: [], pinnedVersion: 0 });
  const trim = (limit: number) =>
    changeSegments(database, { kind: 'trim', policy: 'maize', limit });
  const left = () =>
    database.prepare('select min(position) as first, count(*) as count from entry').get();
  return { segment, add, trim, left };
}

test('nothing leaves without a segment', async () => {
  const { trim, left } = await filled();
  expect(trim(100)).toBe(false);
  expect(left()).toMatchObject({ first: 1, count: 20 });
});

test('what a segment has leaves, a few at a time, and nothing after it', async () => {
  const { segment, add, trim, left } = await filled();
  expect(add(segment(1, 10))).toBe(true);
  expect(trim(4)).toBe(true);
  expect(left()).toMatchObject({ first: 5, count: 16 });
  expect(trim(4)).toBe(true);
  expect(trim(4)).toBe(false);
  expect(left()).toMatchObject({ first: 11, count: 10 });
  expect(trim(4)).toBe(false);
  expect(left()).toMatchObject({ first: 11, count: 10 });
});

test('a segment is refused that overlaps, leaves a gap or is of another chain', async () => {
  const { segment, add } = await filled();
  expect(add(segment(2, 10))).toBe(false);
  expect(add(segment(1, 10, 'b'.repeat(64)))).toBe(false);
  expect(add(segment(1, 10))).toBe(true);
  expect(add(segment(1, 10))).toBe(false);
  expect(add(segment(10, 15))).toBe(false);
  expect(add(segment(12, 15))).toBe(false);
  expect(add(segment(11, 15))).toBe(true);
});

/**
 * Entries leave the table only if a stored segment has them, and a segment is stored only if it is the
 * next part of the chain.
 */
import { expect, test } from 'vitest';
import { EMPTY_HEAD, headAfter, sealEntries } from '../../entry-hash.ts';
import { migrate } from '../../migrations/migrate.ts';
import type { Segment } from '../../segments/segment.ts';
import { created, decided } from '../../testing/sample-entries.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { EntryTable } from '../entries/entry-table.ts';
import { openDatabase } from '../folder/open-database.ts';
import { queryBuilder } from '../folder/query-builder.ts';
import { packBatch } from './packed-batch.ts';
import { changeSegments } from './segment-statements.ts';
import { WriteStatements } from './write-statements.ts';

async function filled() {
  const database = openDatabase({ folder: temporaryFolder(), isSynced: false });
  await migrate(queryBuilder(database), 'sqlite');
  const decisions = Array.from({ length: 19 }, (_, index) => decided({ sequence: index + 1 }));
  const entries = sealEntries('maize', EMPTY_HEAD, [created(), ...decisions]);
  const statements = new WriteStatements(database);
  for (const [index, entry] of entries.entries()) {
    const head = headAfter(EMPTY_HEAD, entries.slice(0, index));
    statements.writeBatch(packBatch({ policy: 'maize', head, entries: [entry] }));
    // Rows of three entries at the end, and of one before.
    if (index < 11 || index % 3 === 1) statements.blocks.flush();
  }
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
  const left = () => {
    const raw = new EntryTable(database).after('maize', 0, 100);
    return { first: raw[0]?.position, count: raw.length };
  };
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

test('a block leaves when all of it is in segments, and not before', async () => {
  const { segment, add, trim, left } = await filled();
  expect(add(segment(1, 15))).toBe(true);
  expect(trim(100)).toBe(false);
  expect(left()).toMatchObject({ first: 15, count: 6 });
  expect(add(segment(16, 17))).toBe(true);
  expect(trim(100)).toBe(false);
  expect(left()).toMatchObject({ first: 18, count: 3 });
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

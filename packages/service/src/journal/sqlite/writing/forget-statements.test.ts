/**
 * Moving entries and forgetting some of them at the same time: one of the two is refused, whichever comes second.
 */
import { expect, test } from 'vitest';
import type { Journal } from '../../journal.ts';
import { appendAll, created, decided, keepSnapshot } from '../../testing/sample-entries.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openDatabase } from '../folder/open-database.ts';
import { SegmentFiles } from '../folder/segment-files.ts';
import { SqliteSegments } from '../reading/sqlite-segments.ts';
import { ShelfStatements } from '../shelf/shelf-statements.ts';
import { openSqliteJournal } from '../sqlite-journal.ts';
import { carryOut, type PackedForgetting } from './forget-statements.ts';
import { changeSegments } from './segment-statements.ts';

async function filled(folder: string): Promise<Journal> {
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const decisions = Array.from({ length: 700 }, (_, index) => decided({ sequence: index + 1 }));
  const stored = await appendAll(journal, 'maize', [created(), ...decisions]);
  for (const { position: version, hash } of stored.slice(-2)) {
    await keepSnapshot(journal, { policy: 'maize', version, hash, generation: 1, body: 'body' });
  }
  return journal;
}

test('what is on the shelf of a generation that is over goes', async () => {
  const folder = temporaryFolder();
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const stored = await appendAll(journal, 'maize', [created(), decided({ sequence: 1 })]);
  const { position: version, hash } = stored.at(-1)!;
  const rows = [{ first: 1, last: 1, text: 'secret' }];
  const anchor = { version, hash };
  const batch = { policy: 'maize', version, anchor, rows, forgotten: [] };
  await journal.writeShelf({ ...batch, generation: 1 });
  await journal.writeShelf({ ...batch, generation: 2 });
  const database = openDatabase({ folder, isSynced: false });
  carryOut(database, new ShelfStatements(database), {
    ...{ tombstones: [], decisions: [], keys: [], shelf: [], shelved: [] },
    checkpoint: { policy: 'maize', version, hash, generation: 2, body: 'clean' },
    segmentEnd: 0,
    segments: [],
  });
  const left = database.prepare('select generation from shelf').all();
  expect(left.map(({ generation }) => generation)).toEqual([2]);
  database.close();
  await journal.close();
});

test('whoever comes second is refused', async () => {
  const folder = temporaryFolder();
  const journal = await filled(folder);
  const head = (await journal.head('maize'))!;
  const database = openDatabase({ folder, isSynced: false });
  const places = new SqliteSegments(database, new SegmentFiles({ folder, isSynced: false }));
  expect(places.places('maize')).toMatchObject({ pinnedVersion: 0 });
  const moved = await journal.retention.compact('maize', { rawEntries: 100, rawSince: null });
  expect(moved.entries).toBeGreaterThan(512);
  const forgetting: PackedForgetting = {
    tombstones: [],
    decisions: [],
    keys: [],
    checkpoint: { policy: 'maize', ...head, generation: 1, body: 'clean' },
    shelf: [],
    shelved: [],
    segmentEnd: 0,
    segments: [],
  };
  const forget = (segmentEnd: number) =>
    carryOut(database, new ShelfStatements(database), { ...forgetting, segmentEnd });
  expect(() => forget(0)).toThrow('were moved');
  forget(moved.entries);
  expect(places.places('maize')).toMatchObject({ pinnedVersion: head.version });
  // A segment that was read before: its first entry would be the next.
  const { hash, previousHash } = (await journal.read('maize', head.version - 1, 1))[0]!;
  const segment = {
    policy: 'maize',
    first: moved.entries + 1,
    last: head.version,
    previousHash,
    hash,
    sha256: 'a'.repeat(64),
    byteCount: 1,
    frames: [],
  };
  const add = (pinnedVersion: number) =>
    changeSegments(database, { kind: 'segment', segment, told: [], pinnedVersion });
  expect(add(0)).toBe(false);
  expect(add(head.version)).toBe(true);
  database.close();
  await journal.close();
});

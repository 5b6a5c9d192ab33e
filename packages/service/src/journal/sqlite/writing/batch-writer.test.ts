/**
 * When the disk fails, nothing of the batch counts, the connection is never used again, and work goes
 * on with a fresh one only if the chains are whole.
 */
import { cpSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { EMPTY_HEAD, headAfter, sealEntries } from '../../entry-hash.ts';
import type { Head, NewEntry } from '../../journal.ts';
import { migrate } from '../../migrations/migrate.ts';
import { created, decided } from '../../testing/sample-entries.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { Ballast } from '../folder/ballast.ts';
import { FilesInPlace } from '../folder/files-in-place.ts';
import { openDatabase } from '../folder/open-database.ts';
import { queryBuilder } from '../folder/query-builder.ts';
import { SegmentFiles } from '../folder/segment-files.ts';
import { SqliteReading } from '../reading/sqlite-reading.ts';
import { SqliteSegments } from '../reading/sqlite-segments.ts';
import { BatchWriter, type Work } from './batch-writer.ts';
import { packBatch } from './packed-batch.ts';

const SQLITE_IOERR_FSYNC = 1034;
const SQLITE_FULL = 13;
const BALLAST_BYTES = (1 << 20) + 4096;

let folder: string;
let reading: SqliteReading;

const open = () => openDatabase({ folder, isSynced: false });
const ballastSize = () =>
  statSync(path.join(folder, 'hedgerow.ballast'), { throwIfNoEntry: false })?.size ?? 0;

beforeEach(async () => {
  folder = temporaryFolder();
  const database = open();
  await migrate(queryBuilder(database), 'sqlite');
  const files = new SegmentFiles({ folder, isSynced: false });
  reading = new SqliteReading(database, new SqliteSegments(database, files));
});

function batch(head: Head, entries: readonly NewEntry[], policy = 'maize'): Work {
  const sealed = sealEntries(policy, head, entries);
  return { kind: 'batch', batch: packBatch({ policy, head, entries: sealed }) };
}

function sqliteError(errcode: number): Error {
  return Object.assign(new Error('disk I/O error'), { errcode });
}

interface Fault {
  readonly errcode: number;
  readonly when: 'before-commit' | 'after-commit' | 'at-checkpoint';
}

/** A writer whose first connection fails at its first commit; later ones are sound. */
function writerWith(
  fault: Fault | null,
  ballast = new Ballast(folder, BALLAST_BYTES),
  onRoomRegained = () => {},
) {
  const opened: DatabaseSync[] = [];
  const used: string[] = [];
  const writer = new BatchWriter({
    requirePlace: () => {},
    ballast,
    files: new SegmentFiles({ folder, isSynced: false }),
    onRoomRegained,
    open: () => {
      const database = open();
      opened.push(database);
      return opened.length > 1 || fault === null ? database : failing(database, fault, used);
    },
  });
  return { writer, opened, used };
}

function failingStatement({ when }: Fault): string {
  return when === 'at-checkpoint' ? 'pragma wal_checkpoint(truncate)' : 'commit';
}

function failing(database: DatabaseSync, fault: Fault, used: string[]): DatabaseSync {
  return new Proxy(database, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        used.push(name === 'exec' ? String(values[0]) : String(name));
        if (values[0] !== failingStatement(fault)) return member.apply(target, values);
        if (fault.when === 'after-commit') member.apply(target, values);
        throw sqliteError(fault.errcode);
      };
    },
  });
}

describe.each([
  ['full', SQLITE_FULL],
  ['broken', SQLITE_IOERR_FSYNC],
] as const)('a disk that is %s', (kind, errcode) => {
  test('fails the whole batch, and the next is written on a fresh connection', () => {
    const { writer, opened, used } = writerWith({ errcode, when: 'before-commit' });
    const works = [batch(EMPTY_HEAD, [created()]), batch(EMPTY_HEAD, [created()], 'wheat')];
    expect(writer.write(works)).toMatchObject([
      { isDone: false, kind },
      { isDone: false, kind },
    ]);
    expect(reading.listPolicies()).toEqual([]);
    expect(used.slice(used.indexOf('commit'))).toEqual(['commit', 'close']);
    expect(opened).toHaveLength(1);

    expect(writer.write(works)).toMatchObject([{ isDone: true }, { isDone: true }]);
    expect(opened).toHaveLength(2);
    expect(reading.head('maize')?.version).toBe(1);
    writer.close();
  });
});

test('if the failed batch was stored after all, one built on the old head is refused', () => {
  const fault = { errcode: SQLITE_IOERR_FSYNC, when: 'after-commit' } as const;
  const { writer } = writerWith(fault);
  const work = batch(EMPTY_HEAD, [created()]);
  expect(writer.write([work])).toMatchObject([{ isDone: false, kind: 'broken' }]);
  expect(reading.head('maize')?.version).toBe(1);
  expect(writer.write([work])).toMatchObject([{ isDone: false, kind: 'behind' }]);
  writer.close();
});

test('nothing is told to be stored in files that were moved, and what is in their place is left alone', () => {
  const files = new FilesInPlace(folder);
  const writer = new BatchWriter({
    requirePlace: () => files.require(),
    ballast: new Ballast(folder, BALLAST_BYTES),
    files: new SegmentFiles({ folder, isSynced: false }),
    open,
  });
  expect(writer.write([batch(EMPTY_HEAD, [created()])])).toMatchObject([{ isDone: true }]);
  cpSync(folder, `${folder}-copy`, { recursive: true });
  renameSync(folder, `${folder}-aside`);
  renameSync(`${folder}-copy`, folder);
  const other = batch(EMPTY_HEAD, [created()], 'wheat');
  for (let i = 0; i < 3; i++) {
    expect(writer.write([other])).toMatchObject([{ isDone: false, kind: 'broken' }]);
  }
  const copy = open();
  expect(copy.prepare('select id from policy').all()).toEqual([{ id: 'maize' }]);
  copy.close();
  writer.close();
  rmSync(`${folder}-aside`, { recursive: true });
});

test('a database that cannot grow is full, and what was stored before stays', () => {
  const { writer, opened } = writerWith(null);
  const first = sealEntries('maize', EMPTY_HEAD, [created()]);
  writer.write([batch(EMPTY_HEAD, [created()])]);
  opened[0]!.exec('pragma max_page_count = 1');
  const large = decided({ sequence: 1, note: 'x'.repeat(100_000) });
  const work = batch(headAfter(EMPTY_HEAD, first), [large]);
  expect(writer.write([work])).toMatchObject([{ isDone: false, kind: 'full' }]);
  expect(reading.head('maize')?.version).toBe(1);
  expect(writer.write([work])).toMatchObject([{ isDone: true }]);
  expect(reading.head('maize')?.version).toBe(2);
  writer.close();
});

describe('ballast', () => {
  const MB = 1 << 20;
  const work = () => batch(EMPTY_HEAD, [created()]);
  const fault = { errcode: SQLITE_FULL, when: 'before-commit' } as const;

  function full(disk: { size: number; free: number }) {
    const ballast = new Ballast(folder, BALLAST_BYTES, () => disk);
    while (ballast.grow());
    expect(ballastSize()).toBe(BALLAST_BYTES);
    let isRegained = false;
    const { writer, opened } = writerWith(fault, ballast, () => {
      isRegained = true;
    });
    const [outcome] = writer.write([work()]);
    return { ballast, writer, opened, outcome, isRegained: () => isRegained };
  }

  test('is let go when the disk is full, and the numbers are told', () => {
    const { outcome } = full({ size: 1e12, free: 5 * MB });
    const room = { folder, freeBytes: 5 * MB, neededBytes: BALLAST_BYTES + 8 * MB };
    expect(outcome).toMatchObject({ isDone: false, kind: 'full', room });
    expect(outcome).toHaveProperty('message', expect.stringContaining(`${5 * MB} are`));
    expect(existsSync(path.join(folder, 'hedgerow.ballast'))).toBe(false);
  });

  test('nothing is even tried with a byte too little, and all goes on with that byte', () => {
    const disk = { size: 1e12, free: 0 };
    const { ballast, writer, opened, isRegained } = full(disk);
    disk.free = BALLAST_BYTES + 8 * MB - 1;
    expect(writer.write([work()])).toMatchObject([{ isDone: false, kind: 'full' }]);
    expect(opened).toHaveLength(1);
    expect(isRegained()).toBe(false);
    disk.free += 1;
    expect(writer.write([work()])).toMatchObject([{ isDone: true }]);
    expect(isRegained()).toBe(true);
    // What was let go is made again, although there is not four times as much room.
    expect(ballast.hasRoom()).toBe(true);
    while (ballast.grow());
    expect(ballastSize()).toBe(BALLAST_BYTES);
    writer.close();
  });

  test('is not waited for where there was none, and little is enough on a small disk', () => {
    const disk = { size: 16 * MB, free: 0 };
    const { writer } = writerWith(fault, new Ballast(folder, BALLAST_BYTES, () => disk));
    expect(writer.write([work()])).toMatchObject([{ room: { neededBytes: MB } }]);
    disk.free = MB;
    expect(writer.write([work()])).toMatchObject([{ isDone: true }]);
    writer.close();
  });

  test('is begun only where there is much more room than it takes', () => {
    const disk = { size: 1e12, free: 4 * BALLAST_BYTES };
    const ballast = new Ballast(folder, BALLAST_BYTES, () => disk);
    expect(ballast.hasRoom()).toBe(false);
    disk.free += 1;
    expect(ballast.hasRoom()).toBe(true);
  });
});

test.each([
  ['a text was changed', "update entry set body = '{}'"],
  ['the last entry is gone', 'delete from entry'],
  ['the head is another', "update policy set hash = 'f'"],
])('after a failure nothing is written if %s', (_name, damage) => {
  const first = sealEntries('maize', EMPTY_HEAD, [created()]);
  const before = writerWith(null).writer;
  before.write([batch(EMPTY_HEAD, [created()])]);
  before.close();
  const { writer } = writerWith({ errcode: SQLITE_IOERR_FSYNC, when: 'before-commit' });
  const work = batch(headAfter(EMPTY_HEAD, first), [decided({ sequence: 1 })]);
  writer.write([work]);
  const vandal = open();
  vandal.exec(damage);
  vandal.close();
  const [outcome] = writer.write([work]);
  expect(outcome).toMatchObject({ isDone: false, kind: 'broken' });
  expect(outcome).toHaveProperty('message', expect.stringContaining('hedgerow verify'));
});

test('a log that cannot be emptied takes nothing with it that is committed', () => {
  const { writer, opened } = writerWith({ errcode: SQLITE_FULL, when: 'at-checkpoint' });
  const outcomes = writer.write([batch(EMPTY_HEAD, [created()]), { kind: 'empty-log' }]);
  expect(outcomes).toMatchObject([{ isDone: true }, { isDone: false, kind: 'full' }]);
  expect(reading.head('maize')?.version).toBe(1);
  expect(writer.write([{ kind: 'empty-log' }])).toEqual([{ isDone: true, value: true }]);
  expect(opened).toHaveLength(2);
  writer.close();
});

test('one piece that is refused takes nothing else with it', () => {
  const { writer, opened } = writerWith(null);
  const sealed = sealEntries('wheat', EMPTY_HEAD, [created()]);
  const senseless = packBatch({ policy: 'wheat', head: EMPTY_HEAD, entries: sealed });
  const outcomes = writer.write([
    batch(EMPTY_HEAD, [decided({ sequence: 1, key: 'one' })]),
    batch({ version: 7, hash: 'f'.repeat(64) }, [decided({ sequence: 2 })]),
    { kind: 'batch', batch: { ...senseless, entries: [['', Symbol('no value') as never, '']] } },
    batch(EMPTY_HEAD, [created(), decided({ policy: 'oats', sequence: 1 })], 'oats'),
  ]);
  expect(outcomes).toMatchObject([
    { isDone: true },
    { isDone: false, kind: 'behind' },
    { isDone: false, kind: 'broken' },
    { isDone: true },
  ]);
  expect(reading.listPolicies()).toEqual(['maize', 'oats']);
  expect(opened).toHaveLength(1);
  writer.close();
});

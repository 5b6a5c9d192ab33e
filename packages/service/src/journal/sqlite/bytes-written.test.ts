/**
 * What is written for a decision and its reward: few pages, small ones, and none but those of the write-ahead log.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { EMPTY_HEAD, headAfter, sealEntries } from '../entry-hash.ts';
import type { Head, NewEntry } from '../journal.ts';
import { migrate } from '../migrations/migrate.ts';
import { created, decided, rewarded } from '../testing/sample-entries.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { Ballast } from './folder/ballast.ts';
import { DATABASE_FILE, openDatabase } from './folder/open-database.ts';
import { queryBuilder } from './folder/query-builder.ts';
import { SegmentFiles } from './folder/segment-files.ts';
import { BatchWriter } from './writing/batch-writer.ts';
import { packBatch } from './writing/packed-batch.ts';

const POLICY = 'maize';
const TOGETHER = 10;
/** Bytes that the thread has handed to the system, in whatever file. */
const THREAD_IO = '/proc/thread-self/io';

let folder: string;
let database: DatabaseSync;
let writer: BatchWriter;
let head: Head;
let decisionCount: number;

beforeEach(async () => {
  folder = temporaryFolder();
  database = openDatabase({ folder, isSynced: false });
  await migrate(queryBuilder(database), 'sqlite');
  const open = () => openDatabase({ folder, isSynced: false });
  const files = new SegmentFiles({ folder, isSynced: false });
  const ballast = new Ballast(folder, 0);
  writer = new BatchWriter({ open, requirePlace: () => {}, ballast, files });
  head = EMPTY_HEAD;
  decisionCount = 0;
  append([created()]);
});

function append(entries: readonly NewEntry[]): void {
  const sealed = sealEntries(POLICY, head, entries);
  const batch = packBatch({ policy: POLICY, head, entries: sealed });
  expect(writer.write([{ kind: 'batch', batch }])).toEqual([{ isDone: true, value: true }]);
  head = headAfter(head, sealed);
}

/** Some decisions in one commit, and in the next one their rewards. Keys come in no order. */
function decideAndReward(): void {
  const numbers = Array.from({ length: TOGETHER }, () => ++decisionCount);
  const key = (sequence: number) => `${(sequence * 7919) % 10_007}-order`;
  append(numbers.map((sequence) => decided({ sequence, key: key(sequence) })));
  append(numbers.map((sequence) => rewarded(`${POLICY}.1.${sequence}`, 2)));
}

const logBytes = () => statSync(path.join(folder, `${DATABASE_FILE}-wal`)).size;
const handedOver = () => Number(/^wchar: (\d+)$/m.exec(readFileSync(THREAD_IO, 'utf8'))?.[1]);

test('a new file has small pages, and a decision writes few of them', () => {
  const before = logBytes();
  for (let i = 0; i < 200; i++) {
    decideAndReward();
    writer.settleSome(1024);
  }
  expect(database.prepare('pragma page_size').get()?.page_size).toBe(1024);
  expect((logBytes() - before) / decisionCount).toBeLessThan(1900);
});

test.skipIf(!existsSync(THREAD_IO))('lines are written to the log, and to no other file', () => {
  for (let i = 0; i < 150; i++) decideAndReward();
  writer.write([{ kind: 'settle', policy: null }]);
  for (let i = 0; i < 20; i++) decideAndReward();
  const before = { log: logBytes(), all: handedOver() };
  writer.settleSome(0, Infinity);
  const written = logBytes() - before.log;
  // So much that what it takes to undo it would not stay in memory by itself.
  expect(written).toBeGreaterThan(1 << 17);
  expect(handedOver() - before.all - written).toBeLessThan(1 << 12);
  expect(writer.isBehind).toBe(false);
});

/**
 * The journal of one process, in one SQLite file.
 *
 *     this thread    turns, hashes; reads on a connection that cannot write
 *     writer thread  everything that queued up since the last commit goes into the next one
 *
 * Turns run ahead of the disk (run-ahead.ts); nobody is told that a batch is stored before its
 * commit has returned. The tail that a crash may tear is SQLite's own matter: a commit is in the
 * write-ahead log as a whole or not at all.
 */

import { mkdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { ALWAYS_HERE } from '../../placement/placement.ts';
import { type CommitReport, closedFailure, type Journal, JournalFailure } from '../journal.ts';
import { type AskOptions, journalReads } from '../journal-reads.ts';
import { migrate } from '../migrations/migrate.ts';
import { projectEntries } from '../projection.ts';
import { RunAhead } from '../run-ahead.ts';
import { createRetention } from '../segments/retention.ts';
import { type Batch, Turns } from '../turns.ts';
import { senselessBatch, type Work } from './batch-writer.ts';
import { coinKeyOf, renewCoinKeyOf } from './coin-key-file.ts';
import { lockFolder } from './folder-lock.ts';
import { openDatabase } from './open-database.ts';
import { packBatch } from './packed-batch.ts';
import { queryBuilder } from './query-builder.ts';
import { SegmentFiles, type SegmentStep } from './segment-files.ts';
import { SqliteKeys } from './sqlite-keys.ts';
import { SqliteReading } from './sqlite-reading.ts';
import { SqliteSegments, sqliteSegmentStore } from './sqlite-segments.ts';
import { WriterThread } from './writer-thread.ts';

export interface SqliteJournalOptions {
  readonly folder: string;
  /** Whether a commit waits for the disk; true if absent. */
  readonly isSynced?: boolean;
  readonly onCommit?: (report: CommitReport) => void;
  /** The most turns that share one commit; 1 = each its own. 512 if absent. */
  readonly maxTurnsPerCommit?: number;
  /** Room that is kept for the day the disk is full, in bytes; 64 MB if absent, 0 for none. */
  readonly ballastBytes?: number;
  /** Called before each step of a segment's way; a test may end the process there. */
  readonly onSegmentStep?: (step: SegmentStep) => void;
}

const TURNS_PER_COMMIT = 512;
const BALLAST_BYTES = 64 << 20;
/** Everything after a position: more entries than any chain has. */
const ALL_ENTRIES = Number.MAX_SAFE_INTEGER;

/** Opens the journal in a folder, and makes both if they are not there. */
export async function openSqliteJournal(options: SqliteJournalOptions): Promise<Journal> {
  const { folder, isSynced = true } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  let database: DatabaseSync | null = null;
  try {
    database = openDatabase({ folder, isSynced });
    await migrateAtOnce(database);
    coinKeyOf(folder);
    const files = new SegmentFiles({ folder, isSynced, onStep: options.onSegmentStep });
    files.removeUnknown(database);
    database.exec('pragma query_only = on');
    return sqliteJournal({ database, files, unlock, options });
  } catch (failure) {
    database?.close();
    unlock();
    throw failure;
  }
}

/** All steps or none: a process that is killed in between must not leave half the tables. */
async function migrateAtOnce(database: DatabaseSync): Promise<void> {
  database.exec('begin immediate');
  try {
    await migrate(queryBuilder(database), 'sqlite');
    database.exec('commit');
  } catch (failure) {
    database.exec('rollback');
    throw failure;
  }
}

interface Parts {
  readonly database: DatabaseSync;
  readonly files: SegmentFiles;
  readonly unlock: () => void;
  readonly options: SqliteJournalOptions;
}

function sqliteJournal({ database, files, unlock, options }: Parts): Journal {
  const { folder, isSynced = true, onCommit = () => {} } = options;
  const { maxTurnsPerCommit = TURNS_PER_COMMIT, ballastBytes = BALLAST_BYTES } = options;
  const segments = new SqliteSegments(database, files);
  const reading = new SqliteReading(database, segments);
  const writer = new WriterThread({ folder, isSynced, maxTurnsPerCommit, ballastBytes }, onCommit);
  const turns = runAheadTurns({ reading, files, writer });
  let closing: Promise<void> | null = null;
  const close = async () => {
    await turns.close();
    await writer.close();
    database.close();
    unlock();
  };
  const ask: AskOptions['ask'] = async (question) => {
    if (closing !== null) throw closedFailure();
    try {
      return await question();
    } catch (error) {
      throw readFailure(error);
    }
  };
  return {
    isShared: false,
    placement: ALWAYS_HERE,
    ...journalReads({ records: reading, ask, failureOf: readFailure }),
    keys: new SqliteKeys(database, (change) => writer.run(change)),
    beginTurn: (policy, knownVersion) => turns.begin(policy, knownVersion),
    retention: createRetention(sqliteSegmentStore(segments, (change) => writer.run(change))),
    writeStanding: async (policy, head, standing) =>
      void (await writer.run({ kind: 'standing', policy, head, standing })),
    writeSnapshot: async (snapshot) => void (await writer.run({ kind: 'snapshot', snapshot })),
    coinKey: () => ask(() => coinKeyOf(folder)),
    renewCoinKey: async () => void (await ask(() => renewCoinKeyOf(folder))),
    checkWritable: async () => void (await writer.run({ kind: 'probe' })),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

interface TurnParts {
  readonly reading: SqliteReading;
  readonly files: SegmentFiles;
  readonly writer: WriterThread;
}

function runAheadTurns({ reading, files, writer }: TurnParts): Turns {
  const chains = new RunAhead({
    head: (policy) => reading.head(policy),
    readAfter: (policy, position) => reading.read(policy, position, ALL_ENTRIES),
    store: async (batch) => void (await writer.run(batchWork(batch))),
    erase: async (policy, head) => {
      await writer.run({ kind: 'erase', policy, head });
      await files.removeOf(policy);
    },
  });
  return new Turns({ hold: (policy) => chains.hold(policy) });
}

/** The bodies stay here: what the writer needs of them is much less, and takes less to hand over. */
function batchWork({ bodies, ...batch }: Batch): Work {
  const { entries } = batch;
  try {
    return { kind: 'batch', batch: packBatch(batch, projectEntries(entries, bodies)) };
  } catch (error) {
    throw senselessBatch(error);
  }
}

function readFailure(cause: unknown): JournalFailure {
  if (cause instanceof JournalFailure) return cause;
  const said = cause instanceof Error ? cause.message : String(cause);
  const text = `The journal could not be read (${said}). Look after the disk.`;
  return new JournalFailure('broken', text, { cause });
}

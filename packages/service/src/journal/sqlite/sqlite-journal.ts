/**
 * The journal of one process, in one SQLite file.
 *
 *     this thread    turns, hashes; reads on a connection that cannot write
 *     writer thread  everything that queued up since the last commit goes into the next one
 *
 * Several threads of the process may have a share in it, each with its own turns and its own connection for
 * reading; the thread that writes is the same for all. Each policy must have its turns in one of them.
 *
 * Turns run ahead of the disk (run-ahead.ts); nobody is told that a batch is stored before its
 * commit has returned. The tail that a crash may tear is SQLite's own matter: a commit is in the
 * write-ahead log as a whole or not at all.
 */
import { mkdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { MessagePort } from 'node:worker_threads';
import { type CommitReport, closedFailure, type Journal, JournalFailure } from '../journal.ts';
import { type AskOptions, journalReads } from '../journal-reads.ts';
import type { JournalPart, WholeJournal } from '../journal-share.ts';
import { migrate } from '../migrations/migrate.ts';
import { projectEntries } from '../projection.ts';
import { RunAhead } from '../run-ahead.ts';
import { type Batch, Turns } from '../turns.ts';
import { senselessBatch, type Work } from './batch-writer.ts';
import { coinKeyOf, renewCoinKeyOf } from './coin-key-file.ts';
import { lockFolder } from './folder-lock.ts';
import { openDatabase } from './open-database.ts';
import { queryBuilder } from './query-builder.ts';
import { SqliteKeys } from './sqlite-keys.ts';
import { SqliteReading } from './sqlite-reading.ts';
import { WriterLine } from './writer-line.ts';
import { type WriterReply, WriterThread } from './writer-thread.ts';

export interface SqliteJournalOptions {
  readonly folder: string;
  /** Whether a commit waits for the disk; true if absent. */
  readonly isSynced?: boolean;
  readonly onCommit?: (report: CommitReport) => void;
  /** The most turns that share one commit; 1 = each its own. 512 if absent. */
  readonly maxTurnsPerCommit?: number;
  /** Room that is kept for the day the disk is full, in bytes; 64 MB if absent, 0 for none. */
  readonly ballastBytes?: number;
}

const TURNS_PER_COMMIT = 512;
const BALLAST_BYTES = 64 << 20;
/** Everything after a position: more entries than any chain has. */
const ALL_ENTRIES = Number.MAX_SAFE_INTEGER;

/** Opens the journal in a folder, and makes both if they are not there. */
export async function openSqliteJournal(options: SqliteJournalOptions): Promise<WholeJournal> {
  const { folder, isSynced = true } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  let database: DatabaseSync | null = null;
  try {
    database = openDatabase({ folder, isSynced });
    await migrateAtOnce(database);
    coinKeyOf(folder);
    database.exec('pragma query_only = on');
    return wholeJournal({ database, unlock, options });
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

/** What another thread of the same process needs to read and write the same journal. */
export interface SqliteShare {
  readonly kind: 'sqlite';
  readonly folder: string;
  /** A line to the thread that writes. */
  readonly port: MessagePort;
}

/** Opens the journal for a thread that was given a share: the lock and the tables are the process's. */
export function joinSqliteJournal({ folder, port }: SqliteShare): Journal {
  const database = openDatabase({ folder, isSynced: true });
  database.exec('pragma query_only = on');
  const line = new WriterLine({ post: (request) => port.postMessage(request) });
  port.on('message', (reply: WriterReply) => line.take(reply));
  port.on('close', () => line.fail(undefined));
  return sqliteJournal({
    folder,
    database,
    run: (work) => line.run(work),
    letGo: async () => {
      line.close();
      port.close();
    },
  });
}

interface WholeParts {
  readonly database: DatabaseSync;
  readonly unlock: () => void;
  readonly options: SqliteJournalOptions;
}

/** The journal of the process, which has the lock and the thread that writes. */
function wholeJournal({ database, unlock, options }: WholeParts): WholeJournal {
  const { folder, isSynced = true, onCommit = () => {} } = options;
  const { maxTurnsPerCommit = TURNS_PER_COMMIT, ballastBytes = BALLAST_BYTES } = options;
  const writer = new WriterThread({ folder, isSynced, maxTurnsPerCommit, ballastBytes }, onCommit);
  const journal = sqliteJournal({
    folder,
    database,
    run: (work) => writer.run(work),
    letGo: async () => {
      await writer.close();
      unlock();
    },
  });
  const share = (): JournalPart => {
    const { port, withdraw } = writer.lend();
    return { share: { kind: 'sqlite', folder, port }, ports: [port], withdraw };
  };
  return { ...journal, share };
}

interface Parts {
  readonly folder: string;
  readonly database: DatabaseSync;
  /** Resolves when the work is on disk. */
  readonly run: (work: Work) => Promise<boolean>;
  /** Gives back what is not the connection, when everything is written. */
  readonly letGo: () => Promise<void>;
}

function sqliteJournal({ folder, database, run, letGo }: Parts): Journal {
  const reading = new SqliteReading(database);
  const turns = runAheadTurns(reading, run);
  let closing: Promise<void> | null = null;
  const close = async () => {
    await turns.close();
    await letGo();
    database.close();
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
    ...journalReads({ records: reading, ask, failureOf: readFailure }),
    keys: new SqliteKeys(database, run),
    beginTurn: (policy, knownVersion) => turns.begin(policy, knownVersion),
    writeSnapshot: async (snapshot) => void (await run({ kind: 'snapshot', snapshot })),
    coinKey: () => ask(() => coinKeyOf(folder)),
    renewCoinKey: async () => void (await ask(() => renewCoinKeyOf(folder))),
    checkWritable: async () => void (await run({ kind: 'probe' })),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function runAheadTurns(reading: SqliteReading, run: Parts['run']): Turns {
  const chains = new RunAhead({
    head: (policy) => reading.head(policy),
    readAfter: (policy, position) => reading.read(policy, position, ALL_ENTRIES),
    store: async (batch) => void (await run(batchWork(batch))),
    erase: async (policy, head) => void (await run({ kind: 'erase', policy, head })),
  });
  return new Turns({ isAhead: true, hold: (policy) => chains.hold(policy) });
}

/** The bodies stay here: what the writer needs of them is much less, and takes less to hand over. */
function batchWork({ policy, head, entries, bodies }: Batch): Work {
  const batch = { policy, head, entries };
  try {
    return { kind: 'batch', batch, projection: projectEntries(entries, bodies) };
  } catch (error) {
    throw senselessBatch(error);
  }
}

function readFailure(cause: unknown): JournalFailure {
  const said = cause instanceof Error ? cause.message : String(cause);
  const text = `The journal could not be read (${said}). Look after the disk.`;
  return new JournalFailure('broken', text, { cause });
}

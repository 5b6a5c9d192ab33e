/**
 * The journal in SQLite as one thread has it: turns and hashes of its own, a connection that only reads, and a
 * line to the thread that writes.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { MessagePort } from 'node:worker_threads';
import { ALWAYS_HERE } from '../../placement/placement.ts';
import { closedFailure, type Journal, JournalFailure } from '../journal.ts';
import { type AskOptions, journalReads } from '../journal-reads.ts';
import { projectEntries } from '../projection.ts';
import { RunAhead } from '../run-ahead.ts';
import { type Batch, Turns } from '../turns.ts';
import { senselessBatch, type Work } from './batch-writer.ts';
import { coinKeyOf, renewCoinKeyOf } from './coin-key-file.ts';
import { openDatabase } from './open-database.ts';
import { SqliteKeys } from './sqlite-keys.ts';
import { SqliteReading } from './sqlite-reading.ts';
import { WriterLine } from './writer-line.ts';
import type { WriterReply } from './writer-thread.ts';

/** Everything after a position: more entries than any chain has. */
const ALL_ENTRIES = Number.MAX_SAFE_INTEGER;

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
  return threadJournal({
    folder,
    database,
    run: (work) => line.run(work),
    letGo: async () => {
      line.close();
      port.close();
      database.close();
    },
  });
}

export interface ThreadParts {
  readonly folder: string;
  readonly database: DatabaseSync;
  /** Resolves when the work is on disk. */
  readonly run: (work: Work) => Promise<boolean>;
  /** Closes the connection and all else, when everything is written. */
  readonly letGo: () => Promise<void>;
}

/** Turns, reads and keys on one connection, and whatever is written by one line. */
export function threadJournal({ folder, database, run, letGo }: ThreadParts): Journal {
  const reading = new SqliteReading(database);
  const turns = runAheadTurns(reading, run);
  let closing: Promise<void> | null = null;
  const close = async () => {
    await turns.close();
    await letGo();
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
    keys: new SqliteKeys(database, run),
    beginTurn: (policy, knownVersion) => turns.begin(policy, knownVersion),
    writeStanding: async (policy, head, standing) =>
      void (await run({ kind: 'standing', policy, head, standing })),
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

function runAheadTurns(reading: SqliteReading, run: ThreadParts['run']): Turns {
  const chains = new RunAhead({
    head: (policy) => reading.head(policy),
    readAfter: (policy, position) => reading.read(policy, position, ALL_ENTRIES),
    store: async (batch) => void (await run(batchWork(batch))),
    erase: async (policy, head) => void (await run({ kind: 'erase', policy, head })),
  });
  return new Turns({ isAhead: true, hold: (policy) => chains.hold(policy) });
}

/** The bodies stay here: what the writer needs of them is much less, and takes less to hand over. */
function batchWork({ bodies, ...batch }: Batch): Work {
  const { entries } = batch;
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

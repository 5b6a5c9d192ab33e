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
import type { DecisionFilter } from '../../wire.ts';
import {
  type CommitReport,
  closedFailure,
  type DecisionRow,
  type Head,
  type Journal,
  JournalFailure,
  type KeyStore,
  type Snapshot,
  type StoredEntry,
  type Turn,
} from '../journal.ts';
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
    database.exec('pragma query_only = on');
    return new SqliteJournal({ database, unlock, options });
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
  readonly unlock: () => void;
  readonly options: SqliteJournalOptions;
}

class SqliteJournal implements Journal {
  readonly isShared = false;
  readonly keys: KeyStore;
  readonly #parts: Parts;
  readonly #reading: SqliteReading;
  readonly #writer: WriterThread;
  readonly #turns: Turns;
  #closing: Promise<void> | null = null;

  constructor(parts: Parts) {
    const { folder, isSynced = true, onCommit = () => {} } = parts.options;
    this.#parts = parts;
    this.#reading = new SqliteReading(parts.database);
    const { maxTurnsPerCommit = TURNS_PER_COMMIT, ballastBytes = BALLAST_BYTES } = parts.options;
    const data = { folder, isSynced, maxTurnsPerCommit, ballastBytes };
    this.#writer = new WriterThread(data, onCommit);
    this.keys = new SqliteKeys(parts.database, (change) => this.#writer.run(change));
    const chains = new RunAhead({
      head: (policy) => this.#reading.head(policy),
      readAfter: (policy, position) => this.#reading.read(policy, position, ALL_ENTRIES),
      store: async (batch) => {
        await this.#writer.run(batchWork(batch));
      },
    });
    this.#turns = new Turns({ isAhead: true, hold: (policy) => chains.hold(policy) });
  }

  listPolicies(): Promise<readonly string[]> {
    return this.#ask((reading) => reading.listPolicies());
  }

  head(policy: string): Promise<Head | null> {
    return this.#ask((reading) => reading.head(policy));
  }

  read(policy: string, after: number, limit: number): Promise<readonly StoredEntry[]> {
    return this.#ask((reading) => reading.read(policy, after, limit));
  }

  beginTurn(policy: string, knownVersion: number): Promise<Turn> {
    return this.#turns.begin(policy, knownVersion);
  }

  findDecision(id: string): Promise<DecisionRow | null> {
    return this.#ask((reading) => reading.findDecision(id));
  }

  findByKey(policy: string, scope: string, key: string): Promise<DecisionRow | null> {
    return this.#ask((reading) => reading.findByKey(policy, scope, key));
  }

  listDecisions(policy: string, filter: DecisionFilter): Promise<readonly DecisionRow[]> {
    return this.#ask((reading) => reading.listDecisions(policy, filter));
  }

  async *scanDecisions(
    policy: string,
    generation: number,
  ): AsyncGenerator<readonly DecisionRow[], void> {
    if (this.#closing !== null) throw closedFailure();
    try {
      yield* this.#reading.scanDecisions(policy, generation);
    } catch (error) {
      throw readFailure(error);
    }
  }

  readHistory(row: DecisionRow): Promise<readonly StoredEntry[]> {
    return this.#ask((reading) => reading.readHistory(row));
  }

  async writeSnapshot(snapshot: Snapshot): Promise<void> {
    await this.#writer.run({ kind: 'snapshot', snapshot });
  }

  readSnapshots(policy: string): Promise<readonly Snapshot[]> {
    return this.#ask((reading) => reading.readSnapshots(policy));
  }

  coinKey(): Promise<Uint8Array> {
    return this.#ask(() => coinKeyOf(this.#parts.options.folder));
  }

  async renewCoinKey(): Promise<void> {
    await this.#ask(() => renewCoinKeyOf(this.#parts.options.folder));
  }

  async checkWritable(): Promise<void> {
    await this.#writer.run({ kind: 'probe' });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#turns.close();
    await this.#writer.close();
    this.#parts.database.close();
    this.#parts.unlock();
  }

  async #ask<Answer>(
    question: (reading: SqliteReading) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    if (this.#closing !== null) throw closedFailure();
    try {
      return await question(this.#reading);
    } catch (error) {
      throw readFailure(error);
    }
  }
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

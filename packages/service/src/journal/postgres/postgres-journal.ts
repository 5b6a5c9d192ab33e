/**
 * The journal of several processes, in one PostgreSQL database.
 *
 * Turns have connections of their own, so that whoever holds a turn can still read. The SQL is plain
 * enough for databases that speak PostgreSQL's language.
 */
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { DecisionFilter } from '../../wire.ts';
import {
  type CommitReport,
  closedFailure,
  type DecisionRow,
  type Head,
  type Journal,
  type KeyStore,
  type Snapshot,
  type StoredEntry,
  type Turn,
} from '../journal.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Tables } from '../tables.ts';
import { Turns } from '../turns.ts';
import { HostPool, refuseReadOnly } from './host-pool.ts';
import { PolicyLocks } from './policy-locks.ts';
import { coinKeyOf, renewCoinKeyOf } from './postgres-coin-key.ts';
import { despiteLoss, inJournalWords, postgresFailure } from './postgres-failure.ts';
import { PostgresKeys } from './postgres-keys.ts';
import { PostgresRecords } from './postgres-records.ts';

export interface PostgresJournalOptions {
  /** `postgres://user:password@host:5432/database`; several hosts are separated by commas. */
  readonly url: string;
  /** Connections for turns, and as many for reading; 10 if absent. */
  readonly poolSize?: number;
  readonly onCommit?: (report: CommitReport) => void;
  /** How long to wait for another's turn; 10 seconds if absent. */
  readonly lockMs?: number;
  /** When the server takes a turn away from a process that says nothing; 10 seconds if absent. */
  readonly idleMs?: number;
}

const POOL_SIZE = 10;
const PATIENCE_MS = 10_000;

/** Opens the journal in a database, and makes its tables if they are not there. */
export async function openPostgresJournal(options: PostgresJournalOptions): Promise<Journal> {
  const { url, poolSize = POOL_SIZE, lockMs = PATIENCE_MS, idleMs = PATIENCE_MS } = options;
  const forTurns = new HostPool({ url, poolSize, lockMs, idleMs });
  const forReading = new HostPool({ url, poolSize, lockMs, idleMs });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        // Without a cursor package, the builder never calls the form of `query` that takes one.
        connect: () => forReading.connect() as Promise<unknown> as Promise<PostgresPoolClient>,
        end: () => forReading.end(),
        options: {},
      },
    }),
  });
  try {
    await inJournalWords(() => migrate(db, 'postgres'));
  } catch (failure) {
    await Promise.all([forTurns.end(), forReading.end()]);
    throw failure;
  }
  return new PostgresJournal({
    forTurns,
    forReading,
    db,
    onCommit: options.onCommit ?? (() => {}),
  });
}

interface Parts {
  readonly forTurns: HostPool;
  readonly forReading: HostPool;
  readonly db: Kysely<Tables>;
  readonly onCommit: (report: CommitReport) => void;
}

class PostgresJournal implements Journal {
  readonly isShared = true;
  readonly keys: KeyStore;
  readonly #parts: Parts;
  readonly #turns: Turns;
  readonly #records: PostgresRecords;
  #closing: Promise<void> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    const locks = new PolicyLocks(parts.forTurns, parts.onCommit);
    this.#turns = new Turns({ isAhead: false, hold: (policy) => locks.hold(policy) });
    this.#records = new PostgresRecords(parts.db);
    this.keys = new PostgresKeys(parts.db);
  }

  listPolicies(): Promise<readonly string[]> {
    return this.#ask((records) => records.listPolicies());
  }

  head(policy: string): Promise<Head | null> {
    return this.#ask((records) => records.head(policy));
  }

  read(policy: string, after: number, limit: number): Promise<readonly StoredEntry[]> {
    return this.#ask((records) => records.read(policy, after, limit));
  }

  beginTurn(policy: string, knownVersion: number): Promise<Turn> {
    return inJournalWords(() => this.#turns.begin(policy, knownVersion));
  }

  findDecision(id: string): Promise<DecisionRow | null> {
    return this.#ask((records) => records.findDecision(id));
  }

  findByKey(policy: string, scope: string, key: string): Promise<DecisionRow | null> {
    return this.#ask((records) => records.findByKey(policy, scope, key));
  }

  listDecisions(policy: string, filter: DecisionFilter): Promise<readonly DecisionRow[]> {
    return this.#ask((records) => records.listDecisions(policy, filter));
  }

  async *scanDecisions(
    policy: string,
    generation: number,
  ): AsyncGenerator<readonly DecisionRow[], void> {
    if (this.#closing !== null) throw closedFailure();
    try {
      yield* this.#records.scanDecisions(policy, generation);
    } catch (error) {
      throw postgresFailure(error);
    }
  }

  readHistory(row: DecisionRow): Promise<readonly StoredEntry[]> {
    return this.#ask((records) => records.readHistory(row));
  }

  writeSnapshot(snapshot: Snapshot): Promise<void> {
    return this.#ask((records) => records.writeSnapshot(snapshot));
  }

  readSnapshots(policy: string): Promise<readonly Snapshot[]> {
    return this.#ask((records) => records.readSnapshots(policy));
  }

  coinKey(): Promise<Uint8Array> {
    return this.#ask(() => coinKeyOf(this.#parts.db));
  }

  async renewCoinKey(): Promise<void> {
    await this.#ask(() => renewCoinKeyOf(this.#parts.db));
  }

  checkWritable(): Promise<void> {
    return this.#ask(async () => {
      const client = await this.#parts.forReading.connect();
      let failure: unknown;
      try {
        await refuseReadOnly(client);
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        this.#parts.forReading.giveBack(client, failure);
      }
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#turns.close();
    await Promise.all([this.#parts.forTurns.end(), this.#parts.forReading.end()]);
  }

  /** Asks what may be asked twice. */
  async #ask<Answer>(question: (records: PostgresRecords) => Promise<Answer>): Promise<Answer> {
    if (this.#closing !== null) throw closedFailure();
    return inJournalWords(() => despiteLoss(() => question(this.#records)));
  }
}

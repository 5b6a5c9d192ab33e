/**
 * The journal of several processes, in one PostgreSQL database.
 *
 * Turns have connections of their own, so that whoever holds a turn can still read. The SQL is plain
 * enough for databases that speak PostgreSQL's language.
 */

import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { ALWAYS_HERE } from '../../placement/placement.ts';
import { type CommitReport, closedFailure, type Journal } from '../journal.ts';
import { type AskOptions, journalReads } from '../journal-reads.ts';
import { migrate } from '../migrations/migrate.ts';
import { createRetention } from '../segments/retention.ts';
import type { Tables } from '../tables.ts';
import { Turns } from '../turns.ts';
import { HostPool, refuseReadOnly } from './host-pool.ts';
import { PolicyLocks } from './policy-locks.ts';
import { coinKeyOf, renewCoinKeyOf } from './postgres-coin-key.ts';
import { despiteLoss, inJournalWords, postgresFailure } from './postgres-failure.ts';
import { PostgresKeys } from './postgres-keys.ts';
import { PostgresRecords } from './postgres-records.ts';
import { PostgresSegments, postgresSegmentStore } from './postgres-segments.ts';

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
  return postgresJournal({
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

function postgresJournal({ forTurns, forReading, db, onCommit }: Parts): Journal {
  const segments = new PostgresSegments(db);
  const records = new PostgresRecords(db, segments);
  const locks = new PolicyLocks({ pool: forTurns, onCommit, reads: records });
  const turns = new Turns({ isAhead: false, hold: (policy) => locks.hold(policy) });
  let closing: Promise<void> | null = null;
  const close = async () => {
    await turns.close();
    await Promise.all([forTurns.end(), forReading.end()]);
  };
  const ask: AskOptions['ask'] = async (question) => {
    if (closing !== null) throw closedFailure();
    return inJournalWords(() => despiteLoss(async () => question()));
  };
  return {
    isShared: true,
    placement: ALWAYS_HERE,
    ...journalReads({ records, ask, failureOf: postgresFailure }),
    keys: new PostgresKeys(db),
    beginTurn: (policy, knownVersion) => inJournalWords(() => turns.begin(policy, knownVersion)),
    retention: createRetention(postgresSegmentStore(segments, ask)),
    writeStanding: (policy, head, standing) =>
      ask(() => records.writeStanding(policy, head, standing)),
    writeSnapshot: (snapshot) => ask(() => records.writeSnapshot(snapshot)),
    coinKey: () => ask(() => coinKeyOf(db)),
    renewCoinKey: async () => void (await ask(() => renewCoinKeyOf(db))),
    checkWritable: () => ask(() => probe(forReading)),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Rejects if no host takes writes. */
async function probe(pool: HostPool): Promise<void> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await refuseReadOnly(client);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    pool.giveBack(client, failure);
  }
}

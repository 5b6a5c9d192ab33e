/**
 * The journal of several processes, in one PostgreSQL database.
 *
 * Each policy is held by one process at a time, under a lease; it decides from memory, and whether it
 * still holds the policy is checked by the statement that stores what it decided. The SQL is plain enough
 * for databases that speak PostgreSQL's language.
 */
import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { type CommitReport, closedFailure, elsewhereFailure } from '../journal.ts';
import { type AskOptions, journalReads } from '../journal-reads.ts';
import type { WholeJournal } from '../journal-share.ts';
import { LeasedTurns } from '../leases/leased-turns.ts';
import { migrate, migrateIfNew, requireMigrated } from '../migrations/migrate.ts';
import { createRetention } from '../segments/retention.ts';
import type { JournalReader } from '../sqlite/sqlite-reader.ts';
import type { Tables } from '../tables.ts';
import { Turns } from '../turns.ts';
import { DatabaseClock, NOW_MS } from './database-clock.ts';
import { findKeys } from './find-keys.ts';
import { FirstStatistics } from './first-statistics.ts';
import { FrozenView } from './frozen-view.ts';
import { GivenUp } from './given-up.ts';
import { HostPool, refuseUnfit } from './host-pool.ts';
import { coinKeyOf, renewCoinKeyOf } from './postgres-coin-key.ts';
import { despiteLoss, inJournalWords, postgresFailure } from './postgres-failure.ts';
import { PostgresKeys } from './postgres-keys.ts';
import { PostgresLeases } from './postgres-leases.ts';
import { PostgresRecords } from './postgres-records.ts';
import { PostgresSegments, postgresSegmentStore } from './postgres-segments.ts';
import { Room } from './room.ts';

export interface PostgresJournalOptions {
  /** `postgres://user:password@host:5432/database`; several hosts are separated by commas. */
  readonly url: string;
  /** Connections for writing, and as many for reading; 10 if absent. */
  readonly poolSize?: number;
  readonly onCommit?: (report: CommitReport) => void;
  /** How long the others wait for a process that says nothing; 3 seconds if absent. */
  readonly leaseMs?: number;
  /** How long the database may take for an answer; 2 seconds if absent. */
  readonly answerMs?: number;
}

const POOL_SIZE = 10;
const LEASE_MS = 3000;
const ANSWER_MS = 2000;

/** Opens the journal in a database, and makes its tables if they are not there. */
export async function openPostgresJournal(options: PostgresJournalOptions): Promise<WholeJournal> {
  const { url, poolSize = POOL_SIZE, answerMs = ANSWER_MS } = options;
  const clock = new DatabaseClock();
  await prepare(url, clock, migrate);
  const forLooking = new HostPool({ url, poolSize: 1, answerMs });
  const givenUp = new GivenUp({ pool: forLooking, answerMs });
  const room = new Room();
  const forWriting = new HostPool({ url, poolSize, answerMs, givenUp, room });
  const forReading = new HostPool({ url, poolSize, answerMs, givenUp });
  const forRenewals = new HostPool({ url, poolSize: 1, answerMs, givenUp });
  const db = builderOn(forReading);
  const pools = [forWriting, forReading, forRenewals, forLooking];
  // Whoever looks waits for a server that may say nothing any more: together, so that it is torn away.
  const end = async () => {
    await Promise.all([givenUp.close(), ...pools.map((pool) => pool.end())]);
  };
  return postgresJournal({ forWriting, forReading, forRenewals, room, end, db, clock }, options);
}

export interface PostgresReaderOptions {
  /** Whether everything is read as it is at the first look; otherwise keys may be changed. */
  readonly isFrozen: boolean;
  /** Whether tables are made where there are none. */
  readonly mayBeNew?: boolean;
}

/**
 * Opens it for looking, and for changes of keys. Tables of an earlier version stay as they are: its replicas may be running, and those that
 * start again would refuse tables of a newer one.
 */
export async function openPostgresReader(
  url: string,
  { isFrozen, mayBeNew = false }: PostgresReaderOptions,
): Promise<JournalReader> {
  await prepare(url, new DatabaseClock(), mayBeNew ? migrateIfNew : requireMigrated);
  // A proof takes as long as it takes.
  const pool = new HostPool({ url, poolSize: 1, answerMs: isFrozen ? 0 : ANSWER_MS });
  const frozen = isFrozen ? new FrozenView(pool) : null;
  const view = frozen ?? pool;
  const db = builderOn(view);
  const segments = new PostgresSegments(db);
  const records = new PostgresRecords({
    db,
    segments,
    findByKey: async (...name) => (await findKeys(view, [name]))[0]!,
  });
  const ask: AskOptions['ask'] = (question) => inJournalWords(async () => question());
  const { listDecisions: _lines, ...reads } = journalReads({
    records,
    ask,
    failureOf: postgresFailure,
  });
  return {
    isShared: true,
    ...reads,
    keys: new PostgresKeys(db),
    lookAgain: () => frozen?.lookAgain(),
    close: () => view.end(),
  };
}

/** Makes sure of the tables; changes of them take as long as they take. */
async function prepare(
  url: string,
  clock: DatabaseClock,
  ensureTables: typeof migrate,
): Promise<void> {
  const pool = new HostPool({ url, poolSize: 2, answerMs: 0 });
  try {
    await inJournalWords(async () => {
      await ensureTables(builderOn(pool), 'postgres');
      const ask = () => pool.query<{ now_ms: string }>(`select ${NOW_MS}`, []);
      await clock.listen(ask, ([line]) => Number(line!.now_ms));
    });
  } finally {
    await pool.end();
  }
}

function builderOn(pool: Pick<HostPool, 'connect' | 'giveBack' | 'end'>): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        connect: () => connectFrom(pool),
        end: () => pool.end(),
        options: {},
      },
    }),
  });
}

/** A connection for the builder, which gives it back without telling how it went. */
async function connectFrom(
  pool: Pick<HostPool, 'connect' | 'giveBack'>,
): Promise<PostgresPoolClient> {
  const client = await pool.connect();
  let failure: unknown;
  const lent = {
    query: async <Line>(text: string, values: readonly unknown[]) => {
      try {
        return await client.query<Line>(text, values);
      } catch (error) {
        failure = error;
        throw error;
      }
    },
    release: () => pool.giveBack(client, failure),
  };
  // Without a cursor package, the builder never calls the form of `query` that takes one.
  return lent as unknown as PostgresPoolClient;
}

interface Parts {
  readonly forWriting: HostPool;
  readonly forReading: HostPool;
  readonly forRenewals: HostPool;
  readonly room: Room;
  /** Ends all connections. */
  readonly end: () => Promise<void>;
  readonly db: Kysely<Tables>;
  readonly clock: DatabaseClock;
}

function postgresJournal(
  { forWriting, forReading, forRenewals, room, end, db, clock }: Parts,
  { onCommit = () => {}, leaseMs = LEASE_MS }: PostgresJournalOptions,
): WholeJournal {
  const segments = new PostgresSegments(db);
  const records = new PostgresRecords({
    db,
    segments,
    findByKey: (...name) => leased.findByKey(...name),
  });
  const store = new PostgresLeases({
    pool: forWriting,
    renewals: forRenewals,
    reads: records,
    segments,
    clock,
  });
  const leased = new LeasedTurns({
    store,
    leaseMs,
    monotonic: { nowMs: () => performance.now() },
    timer: (callback, delayMs) => {
      const timeout = setTimeout(callback, delayMs).unref();
      return () => clearTimeout(timeout);
    },
    arrivals: () => nextRound(),
    pause,
    onCommit,
  });
  const { placement } = leased.leases;
  const statistics = new FirstStatistics(forReading);
  const turns = new Turns({ hold: (policy) => leased.hold(policy) });
  let closing: Promise<void> | null = null;
  const close = async () => {
    await turns.close();
    await leased.leases.close();
    await statistics.close();
    await end();
  };
  const ask: AskOptions['ask'] = async (question) => {
    if (closing !== null) throw closedFailure();
    return inJournalWords(() => despiteLoss(async () => question()));
  };
  return {
    isShared: true,
    clock,
    placement: {
      ...placement,
      find: (policy, given) => inJournalWords(() => placement.find(policy, given)),
      members: () => ask(() => store.members(leased.leases.membership.address)),
      announce: (address) => inJournalWords(() => placement.announce(address)),
      leave: () => inJournalWords(() => placement.leave()),
    },
    ...journalReads({ records, ask, failureOf: postgresFailure }),
    keys: new PostgresKeys(db),
    beginTurn: (policy, knownVersion) => inJournalWords(() => turns.begin(policy, knownVersion)),
    retention: createRetention(postgresSegmentStore(segments, ask)),
    writeStanding: (policy, head, standing) =>
      ask(() => records.writeStanding(policy, head, standing)),
    writeSnapshot: (snapshot) => ask(() => records.writeSnapshot(snapshot)),
    writeShelf: (batch) => ask(() => records.writeShelf(batch)),
    dropShelf: (policy) =>
      ask(async () => {
        const lease = await leased.leases.require(policy);
        if (lease !== null && !(await store.dropShelf(lease))) throw elsewhereFailure(policy, null);
      }),
    // What is dead in a table is PostgreSQL's own matter (docs/guides/operations.md, privacy).
    scrub: async () => {},
    coinKey: () => ask(() => coinKeyOf(db)),
    renewCoinKey: async () => void (await ask(() => renewCoinKeyOf(db))),
    checkWritable: async () => {
      await ask(() => probe(forReading));
      await ask(() => room.require(forReading));
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Rejects if no host takes writes as it must. */
async function probe(pool: HostPool): Promise<void> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await refuseUnfit(client);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    pool.giveBack(client, failure);
  }
}

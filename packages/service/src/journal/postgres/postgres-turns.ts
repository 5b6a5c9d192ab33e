/**
 * Turns where other processes write too: a turn is a transaction that locks the policy's line.
 *
 *     begin
 *     select … from policy where id = … for update      waits for the others
 *     entries written since                              what the caller missed
 *     … the caller decides …
 *     insert entries, lines; update policy … where version = …
 *     commit
 *
 * The lock keeps others out; the version in the last statement keeps out a writer that slept through
 * the loss of its lock. If the connection breaks during the commit, nobody here knows the outcome.
 */
import { EMPTY_HEAD, NO_HASH, sealEntries } from '../entry-hash.ts';
import type { Commit, CommitReport, Head, NewEntry, StoredEntry, Turn } from '../journal.ts';
import { JournalFailure } from '../journal.ts';
import { type Batch, closedFailure, refuseUnknownFuture } from '../run-ahead.ts';
import { type EntryLine, entryFromLine } from '../tables.ts';
import { TurnQueue } from '../turn-queue.ts';
import type { HostPool } from './host-pool.ts';
import type { PgClient } from './pg-driver.ts';
import { despiteLoss, postgresFailure } from './postgres-failure.ts';
import { writeBatch } from './write-batch.ts';

export class PostgresTurns {
  readonly #pool: HostPool;
  readonly #onCommit: (report: CommitReport) => void;
  readonly #queue = new TurnQueue();
  readonly #underWay = new Set<Promise<void>>();
  #isClosed = false;

  constructor(pool: HostPool, onCommit: (report: CommitReport) => void) {
    this.#pool = pool;
    this.#onCommit = onCommit;
  }

  async beginTurn(policy: string, knownVersion: number): Promise<Turn> {
    // Turns of this process queue here, so that each policy holds one connection and no more.
    const leave = await this.#queue.enter(policy);
    let client: PgClient | null = null;
    try {
      if (this.#isClosed) throw closedFailure();
      const locked = await despiteLoss(() => this.#lock(policy));
      client = locked.client;
      refuseUnknownFuture(policy, knownVersion, locked.head);
      const missed = await readMissed(locked, policy, knownVersion);
      return this.#turn({ policy, ...locked, missed, leave });
    } catch (error) {
      if (client !== null) await this.#rollBack(client, error);
      leave();
      throw postgresFailure(error);
    }
  }

  async #lock(policy: string): Promise<Locked> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin isolation level read committed');
      return { client, head: await lockHead(client, policy) };
    } catch (error) {
      await this.#rollBack(client, error);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#underWay);
  }

  #turn(seat: Seat): Turn {
    let isOver = false;
    const end = () => {
      if (isOver)
        throw new Error('A turn ends once: with append or with release, and never twice.');
      isOver = true;
    };
    return {
      head: seat.head,
      missed: seat.missed,
      append: (entries) => {
        end();
        return this.#append(seat, entries);
      },
      release: async () => {
        end();
        await this.#rollBack(seat.client);
        seat.leave();
      },
    };
  }

  #append(seat: Seat, entries: readonly NewEntry[]): Commit {
    const { policy, head, leave } = seat;
    let stored: StoredEntry[] = [];
    try {
      stored = sealEntries(policy, head, entries);
    } catch (error) {
      this.#rollBack(seat.client).then(leave);
      throw error;
    }
    const durable = this.#store(seat.client, { policy, head, entries: stored });
    const accepted = durable.catch(() => {}).then(leave);
    this.#underWay.add(accepted);
    accepted.then(() => this.#underWay.delete(accepted));
    return { accepted, durable, stored };
  }

  async #store(client: PgClient, batch: Batch): Promise<void> {
    if (batch.entries.length === 0) return this.#rollBack(client);
    const start = performance.now();
    try {
      await writeBatch(client, batch);
      const { command } = await client.query('commit');
      // A transaction that has failed answers to "commit" with "rollback", and without an error.
      if (command !== 'COMMIT') {
        throw new JournalFailure('broken', `PostgreSQL answered ${command} instead of COMMIT.`);
      }
    } catch (error) {
      await this.#rollBack(client, error);
      throw postgresFailure(error);
    }
    this.#pool.giveBack(client);
    this.#onCommit({
      entryCount: batch.entries.length,
      batchCount: 1,
      durationMs: performance.now() - start,
    });
  }

  async #rollBack(client: PgClient, error?: unknown): Promise<void> {
    try {
      await client.query('rollback');
      this.#pool.giveBack(client, error instanceof JournalFailure ? undefined : error);
    } catch (broken) {
      this.#pool.giveBack(client, broken);
    }
  }
}

/** A connection inside a transaction that holds the policy's line. */
interface Locked {
  readonly client: PgClient;
  readonly head: Head;
}

interface Seat extends Locked {
  readonly policy: string;
  readonly missed: readonly StoredEntry[];
  readonly leave: () => void;
}

async function lockHead(client: PgClient, policy: string): Promise<Head> {
  const lock = () =>
    client.query<Head>('select version, hash from policy where id = $1 for update', [policy]);
  let [line] = (await lock()).rows;
  if (line === undefined) {
    await client.query(
      'insert into policy (id, version, hash) values ($1, 0, $2) on conflict do nothing',
      [policy, NO_HASH],
    );
    [line] = (await lock()).rows;
  }
  return line === undefined ? EMPTY_HEAD : { version: Number(line.version), hash: line.hash };
}

async function readMissed(
  { client, head }: Locked,
  policy: string,
  knownVersion: number,
): Promise<StoredEntry[]> {
  if (head.version === knownVersion) return [];
  const { rows } = await client.query<EntryLine>(
    'select * from entry where policy = $1 and position > $2 order by position',
    [policy, knownVersion],
  );
  return rows.map(entryFromLine);
}

/**
 * Holding a policy where other processes write too: a transaction that locks the policy's line.
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
import { EMPTY_HEAD, NO_HASH } from '../entry-hash.ts';
import {
  type CommitReport,
  type Head,
  JournalFailure,
  type JournalReads,
  type StoredEntry,
} from '../journal.ts';
import { type EntryLine, entryFromLine } from '../tables.ts';
import type { Batch, HeldPolicy } from '../turns.ts';
import type { HostPool } from './host-pool.ts';
import type { PgClient } from './pg-driver.ts';
import { despiteLoss, postgresFailure } from './postgres-failure.ts';
import { eraseChain, writeBatch } from './write-batch.ts';

export interface PolicyLocksOptions {
  readonly pool: HostPool;
  readonly onCommit: (report: CommitReport) => void;
  /** Where entries are read that have left the table. */
  readonly reads: Pick<JournalReads, 'read'>;
}

/** Everything after a position: more entries than any chain has. */
const ALL_ENTRIES = Number.MAX_SAFE_INTEGER;

export class PolicyLocks {
  readonly #pool: HostPool;
  readonly #onCommit: (report: CommitReport) => void;
  readonly #reads: Pick<JournalReads, 'read'>;

  constructor({ pool, onCommit, reads }: PolicyLocksOptions) {
    this.#pool = pool;
    this.#onCommit = onCommit;
    this.#reads = reads;
  }

  /** Waits for the other processes, and holds one connection until the policy is let go. */
  async hold(policy: string): Promise<HeldPolicy> {
    const { client, head } = await despiteLoss(() => this.#lock(policy));
    return {
      head,
      readAfter: (position) => this.#readAfter(client, policy, position),
      store: (batch) => this.#store(client, batch),
      erase: (closing) => this.#write(client, () => eraseChain(client, { policy, head, closing })),
      letGo: (failure) => this.#rollBack(client, failure),
    };
  }

  async #lock(policy: string): Promise<{ client: PgClient; head: Head }> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin isolation level read committed');
      return { client, head: await lockHead(client, policy) };
    } catch (error) {
      await this.#rollBack(client, error);
      throw error;
    }
  }

  async #readAfter(
    client: PgClient,
    policy: string,
    position: number,
  ): Promise<readonly StoredEntry[]> {
    const raw = await readRaw(client, policy, position);
    if (raw[0]?.position === position + 1) return raw;
    return this.#reads.read(policy, position, ALL_ENTRIES);
  }

  async #store(client: PgClient, batch: Batch): Promise<void> {
    const start = performance.now();
    await this.#write(client, () => writeBatch(client, batch));
    this.#onCommit({
      entryCount: batch.entries.length,
      batchCount: 1,
      durationMs: performance.now() - start,
    });
  }

  /** All of what is written, or nothing; gives the connection back in either case. */
  async #write(client: PgClient, write: () => Promise<void>): Promise<void> {
    try {
      await write();
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

async function readRaw(client: PgClient, policy: string, position: number): Promise<StoredEntry[]> {
  const { rows } = await client.query<EntryLine>(
    'select * from entry where policy = $1 and position > $2 order by position',
    [policy, position],
  );
  return rows.map(entryFromLine);
}

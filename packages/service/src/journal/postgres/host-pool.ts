/**
 * Connections to whichever of several hosts takes writes at the moment.
 *
 * Hosts are tried in their order, beginning with the one that worked last. A new connection is
 * asked whether it is read-only, as a standby is, or has settings that make what is stored uncertain, and refused if so. After a failover the old
 * connections break or say that they are read-only; they are thrown away, and the search begins
 * again by itself.
 *
 * A server that says nothing is given up after a while: its connection is torn down, not just left, and with it those that nobody uses and that have not said anything since: after
 * a failover each of them would be waited for in turn.
 * Nothing is set in a session, because a pool in between may give it to somebody else; statements that are
 * kept in it have names that mean the same to everybody.
 */
import { JournalFailure } from '../journal.ts';
import { type GivenUp, PROGRAM_NAME } from './given-up.ts';
import { type HostUrl, hostUrls } from './host-urls.ts';
import { isNameTrouble, type KeptStatement, nameAfter } from './kept-statement.ts';
import {
  isDiskFull,
  isTimeout,
  type PgClient,
  type PgPool,
  type PgQuestion,
  Pool,
  sqlState,
} from './pg-driver.ts';
import { requireSettings, SETTING_COLUMNS } from './required-settings.ts';
import type { Room } from './room.ts';

export interface HostPoolOptions {
  readonly url: string;
  readonly poolSize: number;
  /** How long an answer is waited for; for ever if 0. */
  readonly answerMs: number;
  /** Told of answers that did not come in time, and asked before anything is begun. */
  readonly givenUp?: Pick<GivenUp, 'note' | 'requireFew'>;
  /** Told of everything that fails. */
  readonly room?: Pick<Room, 'note'>;
}

/** A free connection is waited for half as long as an answer, so that both together take not too long. */
const CONNECT_SHARE = 0.5;
/** Where answers take as long as they take, connections do not. */
const CONNECT_MS = 5000;
/** How long connections may take to close. */
const GOODBYE_MS = 1000;
/** For how long no more connections are asked for where there were none to be had. */
const NARROW_MS = 2000;
const TOO_MANY_CONNECTIONS = '53300';
const READ_ONLY_TRANSACTION = '25006';
/** Whose statements take as long as they take. */
const UNHURRIED_NAME = `${PROGRAM_NAME} tables`;

/**
 * Whether a connection may write, and its settings; and, once, a megabyte that is given back at once. The server's process
 * learns from it to keep a little memory for itself: until then, where its allocator is glibc's, it returned to the system what every
 * statement had used and had it cleared anew for the next, which was half of what an append cost.
 */
const OPENING = `select current_setting('transaction_read_only') as transaction_read_only,
  pg_is_in_recovery() as is_standby, ${SETTING_COLUMNS},
  octet_length(repeat(repeat(' ', 1024), 1024))`;

/** A timer counts whole milliseconds, and may be over by so much too soon. */
const TIMER_MS = 2;

export class HostPool {
  readonly #options: HostPoolOptions;
  readonly #hosts: readonly HostUrl[];
  readonly #pools = new Map<string, PgPool>();
  readonly #clients = new Set<PgClient>();
  /** Connections that nobody uses, and when each last said something. */
  readonly #idleSince = new Map<PgClient, number>();
  #first = 0;
  /** False once a pool in between has shown that it does not know names. */
  #hasNames = true;
  readonly #useCounts = new Map<string, number>();

  constructor(options: HostPoolOptions) {
    this.#options = options;
    this.#hosts = hostUrls(options.url);
  }

  /** Returns a connection that may write, or throws if no host offers one. */
  async connect(): Promise<PgClient> {
    this.#options.givenUp?.requireFew();
    const complaints: string[] = [];
    let kind: JournalFailure['kind'] = 'broken';
    for (let step = 0; step < this.#hosts.length; step += 1) {
      const index = (this.#first + step) % this.#hosts.length;
      const host = this.#hosts[index]!;
      try {
        const client = await this.#clientOf(host);
        this.#idleSince.delete(client);
        this.#first = index;
        return client;
      } catch (error) {
        if (isDiskFull(error)) kind = 'full';
        complaints.push(`${host.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    throw new JournalFailure(
      kind,
      `No PostgreSQL server takes writes (${complaints.join('; ')}). Look after the database.`,
    );
  }

  /** Runs one statement on a connection of its own. */
  query<Line>(text: string, values: readonly unknown[]): Promise<readonly Line[]> {
    return this.#run({ text, values });
  }

  /** Runs a statement that the server keeps. If it cannot, nothing was done, and it goes as any other. */
  async queryKept<Line>(
    statement: KeptStatement,
    values: readonly unknown[],
  ): Promise<readonly Line[]> {
    const { text } = statement;
    if (!this.#hasNames) return this.#run({ text, values });
    const useCount = this.#useCounts.get(text) ?? 0;
    this.#useCounts.set(text, useCount + 1);
    try {
      return await this.#run({ name: nameAfter(statement, useCount), text, values });
    } catch (error) {
      if (!isNameTrouble(error)) throw error;
      this.#hasNames = false;
      return this.#run({ text, values });
    }
  }

  async #run<Line>(question: PgQuestion): Promise<readonly Line[]> {
    const client = await this.connect();
    try {
      const { rows } = await client.query<Line>(question);
      this.giveBack(client);
      return rows;
    } catch (error) {
      this.giveBack(client, error);
      throw error;
    }
  }

  /** Gives a connection back; after an error it is thrown away unless the server itself spoke. */
  giveBack(client: PgClient, error?: unknown): void {
    const state = sqlState(error);
    const isBroken = error !== undefined && (state === null || /^(08|57|25)/.test(state));
    if (isTimeout(error)) this.#giveUp();
    else if (!isBroken) this.#idleSince.set(client, performance.now());
    if (error !== undefined) this.#options.room?.note(error);
    // To say goodbye to somebody who does not listen takes for ever.
    if (isBroken) client.connection.stream.destroy();
    client.release(isBroken);
    if (state === READ_ONLY_TRANSACTION) this.#forget(this.#hosts[this.#first]!);
  }

  /** An answer did not come: whatever has said nothing in that time either may be as mute. */
  #giveUp(): void {
    this.#options.givenUp?.note();
    const sentMs = performance.now() - this.#options.answerMs + TIMER_MS;
    for (const [client, heardMs] of this.#idleSince) {
      if (heardMs <= sentMs) client.connection.stream.destroy();
    }
  }

  /** Says goodbye to the server; to one that does not listen only for a while, so that the process can end. */
  async end(): Promise<void> {
    const impatience = setTimeout(() => this.#tearDown(), GOODBYE_MS);
    const gone = [...this.#clients].map((client) => new Promise((end) => client.on('end', end)));
    await Promise.all([...gone, ...[...this.#pools.values()].map((pool) => pool.end())]);
    clearTimeout(impatience);
  }

  #tearDown(): void {
    for (const { connection } of this.#clients) connection.stream.destroy();
  }

  /** Where the server gives no more connections, those that there are must do for a while: one of them is waited for. */
  async #clientOf(host: HostUrl): Promise<PgClient> {
    const pool = this.#poolOf(host);
    for (;;) {
      try {
        const client = await pool.connect();
        if (!client.connection.stream.destroyed) return client;
        // It was torn down just now, and the pool has not heard of it.
        client.release(true);
      } catch (error) {
        if (sqlState(error) !== TOO_MANY_CONNECTIONS || pool.totalCount === 0) throw error;
        pool.options.max = pool.totalCount;
        setTimeout(() => this.#widen(pool), NARROW_MS).unref();
      }
    }
  }

  #widen(pool: PgPool): void {
    pool.options.max = this.#options.poolSize;
  }

  #poolOf(host: HostUrl): PgPool {
    const known = this.#pools.get(host.name);
    if (known !== undefined) return known;
    const { answerMs } = this.#options;
    const pool = new Pool({
      connectionString: host.url,
      max: this.#options.poolSize,
      connectionTimeoutMillis: answerMs === 0 ? CONNECT_MS : CONNECT_SHARE * answerMs,
      query_timeout: answerMs,
      keepAlive: true,
      application_name: answerMs === 0 ? UNHURRIED_NAME : PROGRAM_NAME,
      verify: (client, done) => {
        refuseUnfit(client).then(() => done(), done);
      },
    });
    // A connection that breaks between two uses must not end the process; its next use will fail.
    pool.on('error', () => {});
    pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#clients.add(client);
      client.on('end', () => {
        this.#clients.delete(client);
        this.#idleSince.delete(client);
      });
    });
    this.#pools.set(host.name, pool);
    return pool;
  }

  #forget(host: HostUrl): void {
    const pool = this.#pools.get(host.name);
    this.#pools.delete(host.name);
    pool?.end().catch(() => {});
  }
}

interface OpeningLine extends Readonly<Record<string, unknown>> {
  readonly transaction_read_only: string;
  readonly is_standby: boolean;
}

const READ_ONLY_ROLE =
  'because default_transaction_read_only is on: set it to off for the role of the replicas';

/** Rejects if nothing may be written by the connection, or not as it must be. */
export async function refuseUnfit(client: PgClient): Promise<void> {
  const [line] = (await client.query<OpeningLine>(OPENING)).rows;
  if (line?.transaction_read_only !== 'off') {
    const why = line?.is_standby === false ? READ_ONLY_ROLE : 'as a standby is';
    throw new JournalFailure('broken', `this server is read-only, ${why}`);
  }
  requireSettings(line);
}

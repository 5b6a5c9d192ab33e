/**
 * Everything as it is at the first look, whatever is written meanwhile: one connection with one transaction that only reads, for whoever proves
 * a journal beside services that go on writing.
 *
 * It asks for nothing that others wait for. While it lasts, the server keeps what is deleted or changed.
 */
import type { HostPool } from './host-pool.ts';
import type { KeptStatement } from './kept-statement.ts';
import type { PgClient } from './pg-driver.ts';

/** It takes as long as it takes, in each look and between them, whatever an administrator has set for others. Not every server knows all of these. */
const BEGIN = `begin isolation level repeatable read read only;
  select set_config(name, '0', true) from pg_settings where name in ('statement_timeout',
    'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`;

export class FrozenView implements Pick<HostPool, 'connect' | 'giveBack' | 'end' | 'queryKept'> {
  readonly #pool: HostPool;
  #client: Promise<PgClient> | null = null;

  constructor(pool: HostPool) {
    this.#pool = pool;
  }

  /** The same connection for all: questions wait for each other in it. */
  connect(): Promise<PgClient> {
    this.#client ??= this.#begin();
    return this.#client;
  }

  giveBack(): void {}

  async queryKept<Line>(
    { text }: KeptStatement,
    values: readonly unknown[],
  ): Promise<readonly Line[]> {
    const client = await this.connect();
    return (await client.query<Line>(text, values)).rows;
  }

  /** The next look is the first again. */
  lookAgain(): void {
    const client = this.#client;
    this.#client = null;
    // The connection is thrown away, and the transaction with it.
    client?.then(
      (one) => this.#pool.giveBack(one, new Error('The view is over.')),
      () => {},
    );
  }

  async end(): Promise<void> {
    this.lookAgain();
    await this.#pool.end();
  }

  async #begin(): Promise<PgClient> {
    const client = await this.#pool.connect();
    try {
      await client.query(BEGIN);
      return client;
    } catch (error) {
      this.#pool.giveBack(client, error);
      throw error;
    }
  }
}

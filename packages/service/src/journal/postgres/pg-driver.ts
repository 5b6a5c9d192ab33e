/**
 * The little of the package `pg` that is used here, with its types: the package brings none.
 */
import type { PostgresQueryResult } from 'kysely';
// @ts-expect-error The types are written down below.
import pg from 'pg';

type Answer<Line> = Promise<PostgresQueryResult<Line>>;

export interface PgQuestion {
  /** Under which the server keeps it; absent if it does not. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface PgClient {
  query<Line>(text: string, values?: readonly unknown[]): Answer<Line>;
  query<Line>(question: PgQuestion): Answer<Line>;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'end', listener: (nothing?: unknown) => void): void;
  /** Gives the connection back, or ends it. */
  release(isBroken?: boolean): void;
  readonly connection: { readonly stream: { destroy(): void; readonly destroyed: boolean } };
}

export interface PgPool {
  /** How many connections there are, those included that are being opened. */
  readonly totalCount: number;
  /** As they were given; `max` counts as it is at the moment. */
  readonly options: { max: number };
  connect(): Promise<PgClient>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'connect', listener: (client: PgClient) => void): void;
}

export interface PgPoolOptions {
  readonly connectionString: string;
  readonly max: number;
  readonly connectionTimeoutMillis: number;
  readonly query_timeout: number;
  readonly keepAlive: boolean;
  readonly application_name: string;
  /** Called with every new connection before it is used. */
  readonly verify: (client: PgClient, done: (error?: Error) => void) => void;
}

export const Pool: new (options: PgPoolOptions) => PgPool = pg.Pool;

/**
 * Says in a transaction that the server ends it if nothing more is said for two seconds, or if it waits for a lock for longer than others can wait for it: whoever
 * began it may be asleep, or its machine dead, and holds what others wait for. How long a statement may take is for whoever asked to say, and not for
 * an administrator who thought of others. It is over with the transaction, and nothing is left in the session.
 */
export const NOT_FOR_LONG = `set_config('idle_in_transaction_session_timeout', '2000', true),
  set_config('lock_timeout', '1500', true), set_config('statement_timeout', '2000', true)`;

/** Returns PostgreSQL's code of an error; null if it did not come from the server. */
export function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** Whether the server says that its disk is full. */
export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === '53100';
}

/** Whether an answer did not come in time, so that the server may still be at it. */
export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error) || sqlState(error) !== null) return false;
  return /timeout/i.test(error.message) || isTimeout(error.cause);
}

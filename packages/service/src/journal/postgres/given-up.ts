/**
 * Statements that nobody waits for any more, and that the server has not ended.
 *
 * A server does not notice that whoever asked has hung up while it waits itself: for a lock (VACUUM FULL, ALTER TABLE, somebody's open transaction), for a
 * standby that must confirm, for its disk. Each of them keeps a connection, and the next attempt takes another, until there are none left for anybody. So
 * whenever an answer did not come in time, they are looked for:
 *
 *     for a lock       it is told to stop: it has done nothing
 *     for all else     it is left alone, and counted; while there are many, nothing more is begun
 *
 * What waits for a standby must not be told to stop: it would count as stored, and be shown, without the standby having it.
 *
 * They are known by the name of the program, so that it does not matter which replica asked, or whether a pool stands between.
 */
import { JournalFailure } from '../journal.ts';
import type { HostPool } from './host-pool.ts';

/** By which the server knows whose statements are given up in time; an address may give another. Those of changes of tables are not. */
export const PROGRAM_NAME = 'hedgerow';

export interface GivenUpOptions {
  /** For looking alone, and never refused. */
  readonly pool: Pick<HostPool, 'query'>;
  /** How long answers are waited for. */
  readonly answerMs: number;
  /** So many are too many; 20 if absent. */
  readonly most?: number;
}

const MOST = 20;
/** So often they are looked for after an answer did not come: what was just given up is not old enough at first. */
const LOOKS = 3;

/** Tells those to stop that wait for a lock for longer than so many milliseconds. */
export const LOOK = `
  select case when wait_event_type = 'Lock' then pg_cancel_backend(pid) else false end as is_ending
  from pg_stat_activity
  where datname = current_database() and usename = current_user
    and application_name = current_setting('application_name')
    and state = 'active' and query_start < clock_timestamp() - $1 * interval '1 millisecond'`;

export class GivenUp {
  readonly #options: GivenUpOptions;
  #leftLooks = 0;
  #leftOver = 0;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: GivenUpOptions) {
    this.#options = options;
  }

  /** An answer did not come in time. */
  note(): void {
    this.#leftLooks = LOOKS;
    this.#plan();
  }

  /** Throws if there are so many that one more would only be another. */
  requireFew(): void {
    const { most = MOST } = this.#options;
    if (this.#leftOver < most) return;
    throw new JournalFailure(
      'broken',
      `At most ${most} statements may be under way in the database that nobody waits for any more, but ${this.#leftOver} are. ` +
        'Look for what they wait for in pg_stat_activity (a standby, a disk); nothing is begun until they are over.',
    );
  }

  async close(): Promise<void> {
    this.#leftLooks = 0;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
  }

  #plan(): void {
    this.#timer ??= setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        this.#timer = null;
        this.#leftLooks -= 1;
        if (this.#leftLooks > 0 || this.#leftOver > 0) this.#plan();
      });
    }, this.#options.answerMs / 2).unref();
  }

  async #look(): Promise<void> {
    const { pool, answerMs } = this.#options;
    try {
      const lines = await pool.query<{ is_ending: boolean }>(LOOK, [answerMs]);
      this.#leftOver = lines.filter(({ is_ending: isEnding }) => !isEnding).length;
    } catch {
      // Nothing is known of a server that does not answer, and whoever asks it is told so.
      this.#leftOver = 0;
    }
  }
}

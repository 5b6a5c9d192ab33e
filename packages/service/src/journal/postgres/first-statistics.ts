/**
 * Has the server look at tables that are new.
 *
 * Until it has, it knows nothing of what is in them, and may look up a line of one policy by going through all of them: what a
 * decision costs then grows with the number of those that wait. By itself the server looks after a minute or so; where a
 * replica may not ask for it, that is waited for.
 */
import type { HostPool } from './host-pool.ts';
import { keptStatement } from './kept-statement.ts';

const LOOK_MS = 1000;
/** Less than this tells nothing of what the table will be like. */
const WORTHWHILE_BYTES = 1 << 16;

const UNKNOWN = keptStatement(
  'unknown_tables',
  `select name from unnest(array['decision', 'shelf']) as name
   where pg_relation_size(name::regclass) >= ${WORTHWHILE_BYTES}
     and not exists (select from pg_stats where schemaname = current_schema() and tablename = name)`,
);

export class FirstStatistics {
  readonly #pool: Pick<HostPool, 'queryKept'>;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();

  constructor(pool: Pick<HostPool, 'queryKept'>) {
    this.#pool = pool;
    this.#timer = setInterval(() => {
      this.#looking = this.#look().catch(() => {});
    }, LOOK_MS).unref();
  }

  /** Resolves when nothing is asked any more. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    for (const { name } of await this.#pool.queryKept<{ name: string }>(UNKNOWN, [])) {
      await this.#pool.queryKept(keptStatement('analyze', `analyze ${name}`), []);
    }
  }
}

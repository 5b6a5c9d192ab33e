/**
 * The time of the database, which all replicas have in common: how long decisions have waited must not depend on which of them writes.
 *
 * It is told when the journal is opened, and with every renewal of a lease. In between, the time since then is counted by a clock that only goes forward, so that the
 * machine's own time plays no part. The database read its clock between a question and its answer: what was known is kept where it lies
 * between these, and put right where it does not.
 */
import { type Clock, systemClock } from '../../instruments/clock.ts';

/** A column that tells it. */
export const NOW_MS = '1000 * extract(epoch from clock_timestamp()) as now_ms';

export class DatabaseClock implements Clock {
  /** By how much the database's clock is ahead of the one that only goes forward; the machine's, before it was told. */
  #aheadMs: number;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#aheadMs = Date.parse(systemClock.now()) - nowMs();
  }

  /** Asks what tells the database's time, in milliseconds since 1970, along with whatever else. */
  async listen<Answer>(
    ask: () => Promise<Answer>,
    toldMs: (answer: Answer) => number | undefined,
  ): Promise<Answer> {
    const sentMs = this.#nowMs();
    const answer = await ask();
    const told = toldMs(answer);
    if (told === undefined) return answer;
    const [least, most] = [told - this.#nowMs(), told - sentMs];
    this.#aheadMs = Math.min(Math.max(this.#aheadMs, least), most);
    return answer;
  }

  now(): string {
    return new Date(this.#nowMs() + this.#aheadMs).toISOString();
  }
}

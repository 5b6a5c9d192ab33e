/**
 * Requests that wait for a turn, first come, first served, and no more than can be answered in time.
 */
import type { Command } from '../commands/command.ts';
import type { MonotonicClock, ServiceLimits } from './options.ts';

export interface Waiting {
  readonly command: Command<unknown>;
  readonly since: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class WaitingLine {
  readonly #limits: ServiceLimits;
  readonly #monotonic: MonotonicClock;
  #line: Waiting[] = [];

  constructor(limits: ServiceLimits, monotonic: MonotonicClock) {
    this.#limits = limits;
    this.#monotonic = monotonic;
  }

  get length(): number {
    return this.#line.length;
  }

  /** Whether another could not be answered in good time. */
  isFull(): boolean {
    const { waitingMax, waitingMsMax } = this.#limits;
    if (this.#line.length >= waitingMax) return true;
    const oldest = this.#line[0];
    return oldest !== undefined && this.#monotonic.nowMs() - oldest.since > waitingMsMax;
  }

  join(waiting: Omit<Waiting, 'since'>): void {
    this.#line.push({ ...waiting, since: this.#monotonic.nowMs() });
  }

  /** Returns those of the first so many whose turn is next; they stay in the line until they are taken. */
  batch(count: number = this.#line.length): readonly Waiting[] {
    const next = this.#line.slice(0, Math.min(count, this.#limits.batchMax));
    // What may erase something shares its turn with nobody.
    const alone = next.findIndex(({ command }) => command.isAlone === true);
    return alone < 0 ? next : next.slice(0, Math.max(1, alone));
  }

  /** Takes so many out of the line, or all, and returns them. */
  take(count: number = this.#line.length): readonly Waiting[] {
    return this.#line.splice(0, count);
  }
}

/**
 * Requests that wait for a turn, first come, first served, and no more than can be answered in time.
 */
import type { AnyCommand } from '../commands/command.ts';
import type { MonotonicClock, ServiceLimits } from './options.ts';

export interface Waiting {
  readonly command: AnyCommand<unknown>;
  readonly since: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class WaitingLine {
  readonly #limits: ServiceLimits;
  readonly #monotonic: MonotonicClock;
  #line: Waiting[] = [];
  #size = 0;
  /** Of what parts have been let in. */
  readonly #begun = new WeakSet<object>();

  constructor(limits: ServiceLimits, monotonic: MonotonicClock) {
    this.#limits = limits;
    this.#monotonic = monotonic;
  }

  /** Commands that wait. */
  get length(): number {
    return this.#line.length;
  }

  /** Requests that wait: a command may be made of several. */
  get size(): number {
    return this.#size;
  }

  /** Whether another could not be answered in good time. Half of a whole would be of no use: sent again, it would be refused by half again. */
  isFullFor({ whole }: AnyCommand<unknown>): boolean {
    if (whole !== undefined && this.#begun.has(whole)) return false;
    const { waitingMax, waitingMsMax } = this.#limits;
    if (this.#size >= waitingMax) return true;
    const oldest = this.#line[0];
    return oldest !== undefined && this.#monotonic.nowMs() - oldest.since > waitingMsMax;
  }

  join(waiting: Omit<Waiting, 'since'>): void {
    this.#line.push({ ...waiting, since: this.#monotonic.nowMs() });
    this.#size += sizeOf(waiting.command);
    const { whole } = waiting.command;
    if (whole !== undefined) this.#begun.add(whole);
  }

  /**
   * Returns those of the first so many whose turn is next, for at most so many requests; they stay in the line until
   * they are taken.
   */
  batch(
    count: number = this.#line.length,
    sizeMax: number = this.#limits.batchMax,
  ): readonly Waiting[] {
    const next = this.#line.slice(0, Math.min(count, this.#fittingCount(sizeMax)));
    // What may erase something shares its turn with nobody.
    const alone = next.findIndex(({ command }) => command.isAlone === true);
    return alone < 0 ? next : next.slice(0, Math.max(1, alone));
  }

  /** How many of the first share a turn; one is never too many. */
  #fittingCount(sizeMax: number): number {
    let size = 0;
    const beyond = this.#line.findIndex(({ command }, i) => {
      size += sizeOf(command);
      return i > 0 && size > sizeMax;
    });
    return beyond < 0 ? this.#line.length : beyond;
  }

  /** Takes so many out of the line, or all, and returns them. */
  take(count: number = this.#line.length): readonly Waiting[] {
    const taken = this.#line.splice(0, count);
    for (const { command } of taken) this.#size -= sizeOf(command);
    return taken;
  }
}

/** For how many requests a command counts. */
export function sizeOf({ size = 1 }: AnyCommand<unknown>): number {
  return size;
}

/**
 * Rewards that have come and wait for the next decision.
 *
 * They are not taken in when they arrive but when the next decision needs them, or when many have
 * come, sorted by decision: so the state does not depend on the order of arrival, bit for bit.
 */
import type { HedgeTicket } from './hedge-ticket.ts';

/** A reward that has come. */
export interface Arrival {
  readonly ticket: HedgeTicket;
  readonly features: Float64Array;
  readonly reward: number;
}

/** So many rewards wait at the most: asking for the slack goes through all that wait. */
const INBOX_MAX = 256;

export class Inbox {
  #arrivals: Arrival[] = [];

  /** What waits, in the order of arrival. */
  get waiting(): readonly Arrival[] {
    return this.#arrivals;
  }

  get isFull(): boolean {
    return this.#arrivals.length >= INBOX_MAX;
  }

  add(arrival: Arrival): void {
    this.#arrivals.push(arrival);
  }

  /** Whether the reward of this decision waits. */
  has(sequence: number): boolean {
    return this.#arrivals.some(({ ticket }) => ticket.sequence === sequence);
  }

  /** Another reward for one that waits: nothing will ever know of the first. */
  correct(sequence: number, reward: number): void {
    this.#arrivals = this.#arrivals.map((arrival) =>
      arrival.ticket.sequence === sequence ? { ...arrival, reward } : arrival,
    );
  }

  /** What waits, in the order of decisions. */
  inOrder(): Arrival[] {
    return [...this.#arrivals].sort((a, b) => a.ticket.sequence - b.ticket.sequence);
  }

  /** Hands over all that waits, in the order of decisions. */
  empty(takeIn: (arrival: Arrival) => void): void {
    if (this.#arrivals.length > 1) this.#arrivals = this.inOrder().reverse();
    while (this.#arrivals.length > 0) {
      takeIn(this.#arrivals.at(-1)!);
      // Only now: a reward must not be lost if something above fails.
      this.#arrivals.pop();
    }
  }

  /** Returns what puts everything back as it is now, the lines of the book included. */
  remember(): () => void {
    const arrivals = [...this.#arrivals];
    const entries = arrivals.map(({ ticket }) => ({ ...ticket.entry }));
    return () => {
      this.#arrivals = arrivals;
      arrivals.forEach(({ ticket }, i) => {
        Object.assign(ticket.entry, entries[i]);
        delete ticket.learntAt;
      });
    };
  }
}

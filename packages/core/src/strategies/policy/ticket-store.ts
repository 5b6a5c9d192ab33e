/**
 * The decisions that a policy still knows: all that wait for something, and the settled ones of late,
 * so that repeated rewards are recognised and wrong ones can be corrected.
 */
import { POLICY_DEFAULTS } from './defaults.ts';

export interface StoredTickets<Held> {
  readonly tickets: readonly Held[];
  /** Decisions whose fate is known, in the order in which it became known: the first leaves first. */
  readonly settled: readonly number[];
}

export class TicketStore<Held extends { readonly sequence: number }> {
  /** By sequence, oldest first. */
  #tickets = new Map<number, Held>();
  #settled: number[] = [];

  /** Number of decisions that wait for something. */
  get pendingCount(): number {
    return this.#tickets.size - this.#settled.length;
  }

  /** The decision with this id; undefined if it is not known, or no longer. */
  find(id: string): Held | undefined {
    return /^d[1-9]\d*$/.test(id) ? this.#tickets.get(Number(id.slice(1))) : undefined;
  }

  get(sequence: number): Held {
    return this.#tickets.get(sequence)!;
  }

  put(ticket: Held): void {
    this.#tickets.set(ticket.sequence, ticket);
  }

  /** All of them, oldest first. */
  get kept(): Iterable<Held> {
    return this.#tickets.values();
  }

  /** Notes that all is known of a decision; `beforeLeaving` is called with an old one that is dropped. */
  settle(sequence: number, beforeLeaving: (leaving: Held) => void): void {
    this.#settled.push(sequence);
    if (this.#settled.length <= POLICY_DEFAULTS.settledDecisionsKept) return;
    const oldest = this.#settled.shift()!;
    beforeLeaving(this.get(oldest));
    this.#tickets.delete(oldest);
  }

  /** Everything, each ticket as `copy` gives it. */
  exportState<Copied>(copy: (ticket: Held) => Copied): StoredTickets<Copied> {
    return { tickets: Array.from(this.#tickets.values(), copy), settled: [...this.#settled] };
  }

  importState({ tickets, settled }: StoredTickets<Held>): void {
    this.#tickets = new Map(tickets.map((ticket) => [ticket.sequence, ticket]));
    this.#settled = [...settled];
  }
}

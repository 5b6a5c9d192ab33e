/**
 * The decisions that a policy still knows: all that wait for something, and the settled ones of late,
 * so that repeated rewards are recognised and wrong ones can be corrected.
 *
 * Not all of them need be in memory. Old ones can be handed out as text (shelf-text.ts) and taken back when
 * something is said of them; whoever keeps them counts as this store does, so that it makes no difference
 * to any answer where a decision is.
 */
import { POLICY_DEFAULTS } from './defaults.ts';

export interface StoredTickets<Held> {
  readonly tickets: readonly Held[];
  /** Decisions whose fate is known, in the order in which it became known: the first leaves first. */
  readonly settled: readonly number[];
  /** Number of decisions that are kept elsewhere; absent for none. */
  readonly away?: number;
  /** Up to this one nothing is expected any more of decisions that waited; absent if that was never said. */
  readonly abandoned?: number;
}

export class TicketStore<Held extends { readonly sequence: number }> {
  /** By sequence, oldest first unless some were taken back. */
  #tickets = new Map<number, Held>();
  #settled: number[] = [];
  #awayCount = 0;
  /** Whether somebody else ever kept a decision of this store, and has to be told of those that left. */
  #isShelved = false;
  #left: number[] = [];
  #isInOrder = true;
  #abandoned = 0;

  /** Number of decisions that wait for something. */
  get pendingCount(): number {
    return this.#tickets.size + this.#awayCount - this.#settled.length;
  }

  /** Number of decisions in memory. */
  get heldCount(): number {
    return this.#tickets.size;
  }

  /** The earliest decision whose reward may still be corrected; Infinity for none. */
  get correctableFrom(): number {
    return this.#settled.reduce((least, sequence) => Math.min(least, sequence), Infinity);
  }

  /** The decision with this id; undefined if it is not known, no longer, or kept elsewhere. */
  find(id: string): Held | undefined {
    return /^d[1-9]\d*$/.test(id) ? this.#tickets.get(numberOf(id)) : undefined;
  }

  get(sequence: number): Held {
    return this.#tickets.get(sequence)!;
  }

  put(ticket: Held): void {
    this.#tickets.set(ticket.sequence, ticket);
  }

  /** All that are in memory, oldest first. */
  get kept(): Held[] {
    const kept = [...this.#tickets.values()];
    return this.#isInOrder ? kept : kept.sort((a, b) => a.sequence - b.sequence);
  }

  /** Those in memory up to a sequence, oldest first; while nothing was taken back, hardly any other is looked at. */
  upTo(sequence: number): Held[] {
    const old: Held[] = [];
    for (const ticket of this.#tickets.values()) {
      if (ticket.sequence <= sequence) old.push(ticket);
      else if (this.#isInOrder) break;
    }
    return this.#isInOrder ? old : old.sort((a, b) => a.sequence - b.sequence);
  }

  /**
   * Notes that all is known of a decision. `beforeLeaving` is called with an old one that is to be dropped,
   * undefined if it is kept elsewhere; it stays where that says so, and is asked about again later.
   */
  settle(sequence: number, beforeLeaving: (leaving: Held | undefined) => boolean): void {
    this.#settled.push(sequence);
    // Two for each that comes: so what has to stay does not keep the others from leaving.
    for (let looks = 0; looks < 2; looks++) {
      if (this.#settled.length <= POLICY_DEFAULTS.settledDecisionsKept) return;
      const oldest = this.#settled.shift()!;
      const leaving = this.#tickets.get(oldest);
      if (beforeLeaving(leaving)) this.#leave(oldest, leaving);
      else this.#settled.push(oldest);
    }
  }

  #leave(sequence: number, held: Held | undefined): void {
    if (held === undefined) this.#awayCount -= 1;
    this.#tickets.delete(sequence);
    if (this.#isShelved) this.#left.push(sequence);
  }

  /** Lets go of decisions that somebody else keeps from now on. */
  handOut(tickets: readonly Held[]): void {
    for (const { sequence } of tickets) this.#tickets.delete(sequence);
    this.#awayCount += tickets.length;
    this.#isShelved = true;
  }

  /** Returns the decisions that were dropped since this was last asked: nobody need keep them. */
  takeLeft(): readonly number[] {
    const left = this.#left;
    this.#left = [];
    return left;
  }

  /** Takes back a decision that was kept elsewhere. */
  takeBack(ticket: Held): void {
    this.#tickets.set(ticket.sequence, ticket);
    this.#awayCount -= 1;
    this.#isInOrder = false;
  }

  /** Whether a decision was dropped since it was handed out, settled or not. */
  hasLeft(sequence: number, isSettled: boolean): boolean {
    return isSettled ? !this.#settled.includes(sequence) : sequence <= this.#abandoned;
  }

  /** Whether a decision is settled and not dropped yet, wherever it is kept. */
  remembers(id: string): boolean {
    return this.#settled.includes(numberOf(id));
  }

  /**
   * Drops all decisions up to one that wait, `count` of them wherever they are kept; returns those that were in
   * memory.
   */
  abandon(last: number, count: number, isSettled: (ticket: Held) => boolean): readonly Held[] {
    const dropped = this.kept.filter((one) => one.sequence <= last && !isSettled(one));
    for (const { sequence } of dropped) this.#tickets.delete(sequence);
    this.#awayCount -= count - dropped.length;
    this.#abandoned = last;
    return dropped;
  }

  /** Drops a settled decision that is in memory before its time. */
  drop(sequence: number): void {
    this.#settled = this.#settled.filter((settled) => settled !== sequence);
    this.#tickets.delete(sequence);
    if (this.#isShelved) this.#left.push(sequence);
  }

  /** Everything in memory, each ticket as `copy` gives it. */
  exportState<Copied>(copy: (ticket: Held) => Copied): StoredTickets<Copied> {
    return {
      tickets: this.kept.map(copy),
      settled: [...this.#settled],
      ...(this.#awayCount === 0 ? {} : { away: this.#awayCount }),
      ...(this.#abandoned === 0 ? {} : { abandoned: this.#abandoned }),
    };
  }

  importState({ tickets, settled, away = 0, abandoned = 0 }: StoredTickets<Held>): void {
    this.#tickets = new Map(tickets.map((ticket) => [ticket.sequence, ticket]));
    this.#settled = [...settled];
    this.#awayCount = away;
    this.#isShelved = away > 0;
    this.#left = [];
    this.#isInOrder = true;
    this.#abandoned = abandoned;
  }
}

/** The number of a decision with this id. */
export function numberOf(id: string): number {
  return Number(id.slice(1));
}

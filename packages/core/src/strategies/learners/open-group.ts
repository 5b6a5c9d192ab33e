/**
 * Which group is open, at all sites together: fields under one weather, orders of one market day.
 *
 * All decisions of a group are made with what was known at its start. So what it is told of rewards
 * waits, for the books and for what is learnt, until the group is closed: by call, or when the next one
 * begins. After its first reward nobody joins any more, at no site, for who joins could have seen it.
 * For the same reason a decision that is taken back after that stays in the promise. A name is used once.
 *
 * What was known at its start is what the call knew that opened it. A later call may know more, such as a better
 * forecast: what it adds joins later, and nobody bets on it.
 */
import { HedgerowError } from '../../base/errors.ts';

export interface OpenGroupState {
  readonly name: string | null;
  readonly isSeen: boolean;
  readonly closed: readonly string[];
}

export class OpenGroup {
  #name: string | null = null;
  #isSeen = false;
  /** Whether the call that opened it is under way; no state is kept within a call. */
  #isOpening = false;
  readonly #closed = new Set<string>();

  /** Its name; null if no group is open. */
  get name(): string | null {
    return this.#name;
  }

  /** Number of names that were used. */
  get closedCount(): number {
    return this.#closed.size;
  }

  /** Refuses a group that cannot be joined any more. */
  requireJoinable(name: string): void {
    if (this.#closed.has(name)) throw notJoinable(name, 'closed');
    if (name === this.#name && this.#isSeen) {
      throw notJoinable(name, 'one whose first reward has been told');
    }
  }

  /** Whether a reward of the group may be known: one was told, or it is not open any more. */
  mayBeSeen(name: string): boolean {
    return name !== this.#name || this.#isSeen;
  }

  /** Whether who joins it now may know more than was known at its start. */
  isJoinedLater(name: string | undefined): boolean {
    return name !== undefined && name === this.#name && !this.#isOpening;
  }

  /** Another call begins: whichever group is open was opened by one before it. */
  beginCall(): void {
    this.#isOpening = false;
  }

  /** Begins a group; the one before must be closed. */
  open(name: string): void {
    this.#name = name;
    this.#isSeen = false;
    this.#isOpening = true;
  }

  /** A reward of it has come. */
  see(): void {
    this.#isSeen = true;
  }

  close(): void {
    if (this.#name !== null) this.#closed.add(this.#name);
    this.#name = null;
    this.#isOpening = false;
  }

  /** Returns what puts everything back as it is now, within a call too. */
  remember(): () => void {
    const state = this.exportState();
    const isOpening = this.#isOpening;
    return () => {
      this.importState(state);
      this.#isOpening = isOpening;
    };
  }

  exportState(): OpenGroupState {
    return { name: this.#name, isSeen: this.#isSeen, closed: [...this.#closed] };
  }

  importState({ name, isSeen, closed }: OpenGroupState): void {
    this.#name = name;
    this.#isSeen = isSeen;
    this.#isOpening = false;
    this.#closed.clear();
    for (const one of closed) this.#closed.add(one);
  }
}

function notJoinable(name: string, state: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_CALL_ORDER',
    rule: `a decision must join a group that is open and has no reward yet (${name})`,
    received: state,
    remedy:
      'Decide all of a group before its first reward, or give this decision a group of its own.',
  });
}

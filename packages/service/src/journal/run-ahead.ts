/**
 * Turns for a store that only this process writes: the next one may begin before the last is on disk.
 *
 * For each policy the chain as accepted is kept: its head, and the entries that are not stored yet.
 * Batches reach the store in the order of turns. If one fails, all batches that were built on it
 * fail too, because the store compares the head they were sealed after with its own. When nothing
 * waits any more, or a batch has failed, the chain as accepted is forgotten, and the next turn begins
 * from what is stored.
 */
import type { EntryBody } from './entry.ts';
import { EMPTY_HEAD, headAfter, sealEntries } from './entry-hash.ts';
import {
  type Commit,
  type Head,
  JournalFailure,
  type NewEntry,
  type StoredEntry,
  type Turn,
} from './journal.ts';
import { TurnQueue } from './turn-queue.ts';

/** All entries of one turn, and the head they were sealed after. */
export interface Batch {
  readonly policy: string;
  readonly head: Head;
  readonly entries: readonly StoredEntry[];
  /** What the entries say, in the same order, if it is at hand and need not be read from the text. */
  readonly bodies?: readonly EntryBody[];
}

/** What turns need of a store. */
export interface BatchStore {
  head(policy: string): Head | null;
  /** All entries after a position. */
  readAfter(policy: string, position: number): readonly StoredEntry[];
  /**
   * Stores all of the batch or rejects; rejects if the head is not the stored one. Batches of one
   * policy are stored in the order of the calls.
   */
  store(batch: Batch): Promise<void>;
}

interface Chain {
  head: Head;
  waiting: readonly StoredEntry[];
  /** Whether a batch has failed: nothing that is built on it will ever be stored. */
  isBroken: boolean;
}

export interface RunAheadOptions {
  readonly store: BatchStore;
  /** Whether the next turn may begin before the batch is stored. */
  readonly isAhead: boolean;
}

export class RunAhead {
  readonly #store: BatchStore;
  readonly #isAhead: boolean;
  readonly #queue = new TurnQueue();
  readonly #chains = new Map<string, Chain>();
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor({ store, isAhead }: RunAheadOptions) {
    this.#store = store;
    this.#isAhead = isAhead;
  }

  async beginTurn(policy: string, knownVersion: number): Promise<Turn> {
    const leave = await this.#queue.enter(policy);
    try {
      if (this.#isClosed) throw closedFailure();
      const chain = this.#chainOf(policy);
      refuseUnknownFuture(policy, knownVersion, chain.head);
      const missed = this.#missedBy(chain, policy, knownVersion);
      return this.#turn({ policy, chain, missed, leave });
    } catch (failure) {
      leave();
      throw failure;
    }
  }

  /** Takes no more turns, and resolves when every batch under way is stored or has failed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#underWay);
  }

  #chainOf(policy: string): Chain {
    const known = this.#chains.get(policy);
    if (known !== undefined) return known;
    const head = this.#store.head(policy) ?? EMPTY_HEAD;
    return { head, waiting: [], isBroken: false };
  }

  #missedBy(chain: Chain, policy: string, knownVersion: number): readonly StoredEntry[] {
    const { head, waiting } = chain;
    if (knownVersion === head.version) return [];
    const stored = this.#store.readAfter(policy, knownVersion);
    const last = stored.at(-1)?.position ?? knownVersion;
    return [...stored, ...waiting.filter(({ position }) => position > last)];
  }

  /** Lets the next turn begin from what is stored, if that is all there is or ever will be. */
  #tidy(policy: string, chain: Chain): void {
    const isOver = chain.isBroken || chain.waiting.length === 0;
    // A later chain of the same policy may have begun already; that one is not touched.
    if (isOver && this.#chains.get(policy) === chain) this.#chains.delete(policy);
  }

  #turn(seat: Seat): Turn {
    const { chain, missed, leave } = seat;
    let isOver = false;
    const end = () => {
      if (isOver)
        throw new Error('A turn ends once: with append or with release, and never twice.');
      isOver = true;
    };
    return {
      head: chain.head,
      missed,
      append: (entries) => {
        end();
        return this.#append(seat, entries);
      },
      release: async () => {
        end();
        leave();
      },
    };
  }

  #append({ policy, chain, leave }: Seat, newEntries: readonly NewEntry[]): Commit {
    const { head } = chain;
    let stored: StoredEntry[];
    try {
      stored = sealEntries(policy, head, newEntries);
    } catch (failure) {
      leave();
      throw failure;
    }
    if (stored.length === 0) {
      leave();
      return { accepted: Promise.resolve(), durable: Promise.resolve(), stored };
    }
    chain.head = headAfter(head, stored);
    chain.waiting = [...chain.waiting, ...stored];
    if (!chain.isBroken) this.#chains.set(policy, chain);
    const bodies = newEntries.map(({ body }) => body);
    const durable = this.#store.store({ policy, head, entries: stored, bodies }).then(
      () => {
        chain.waiting = chain.waiting.slice(stored.length);
        this.#tidy(policy, chain);
      },
      (failure) => {
        chain.isBroken = true;
        this.#tidy(policy, chain);
        throw failure;
      },
    );
    const settled = durable.catch(() => {});
    this.#underWay.add(settled);
    const accepted = this.#isAhead ? Promise.resolve() : settled;
    accepted.then(leave);
    settled.then(() => this.#underWay.delete(settled));
    return { accepted, durable, stored };
  }
}

/** One turn's place: the chain it writes to, and how to hand the turn on. */
interface Seat {
  readonly policy: string;
  readonly chain: Chain;
  readonly missed: readonly StoredEntry[];
  readonly leave: () => void;
}

/** Whoever knows more than was ever stored built on a batch that failed. */
export function refuseUnknownFuture(policy: string, knownVersion: number, head: Head): void {
  if (knownVersion <= head.version) return;
  throw new JournalFailure(
    'behind',
    `The policy ${policy} has ${head.version} entries, but the caller knows ${knownVersion}: what ` +
      `it built on was never stored. Forget its state and load it again.`,
  );
}

export function closedFailure(): JournalFailure {
  return new JournalFailure('closed', 'The journal is closed: nothing more is read or written.');
}

/**
 * The turns of a journal: the one queue before the one lock that a policy has.
 *
 *     enter     whoever wants the turn of a policy waits for those who asked before
 *     hold      the engine keeps out whoever else could write, other processes for instance
 *     append    entries are sealed and handed to the engine, once, all or none
 *     leave     the next may enter: when the batch is stored, or at once if turns run ahead
 *
 * Policies do not wait for each other. Both engines take their turns here, so that order, the end of a
 * turn and closing are the same everywhere; what differs is how a policy is held. Whoever asks for
 * turns keeps no queue of its own for them: the writer of a policy asks for its next turn after the
 * last, and what waits there are requests, which share a turn.
 */
import type { EntryBody } from './entry.ts';
import { sealEntries } from './entry-hash.ts';
import {
  type Commit,
  closedFailure,
  type Forgetting,
  type Head,
  JournalFailure,
  type NewEntry,
  type StoredEntry,
  type Turn,
} from './journal.ts';
import type { Closing } from './removal.ts';
import type { Standing } from './standing.ts';

/** All entries of one turn, and the head they were sealed after. */
export interface Batch {
  readonly policy: string;
  readonly head: Head;
  readonly entries: readonly StoredEntry[];
  /** What the entries say, in the same order, if it is at hand and need not be read from the text. */
  readonly bodies?: readonly EntryBody[];
  /** How the policy stands after them, if that was said. */
  readonly standing?: Standing;
}

/** A policy that nobody else can write to, until it is let go. */
export interface HeldPolicy {
  readonly head: Head;
  /** Whether the next turn may begin before the batch is stored. */
  readonly isAhead: boolean;
  /** All entries after a position. */
  readAfter(position: number): Promise<readonly StoredEntry[]>;
  /** Stores all of the batch, or rejects; lets go of the policy in either case. */
  store(batch: Batch): Promise<void>;
  /** Erases all of the policy, or rejects; lets go of it in either case. */
  erase(closing?: Closing): Promise<void>;
  /** Stores the batch and carries the forgetting out, or rejects; lets go of the policy in either case. */
  forget(batch: Batch, forgetting: Forgetting): Promise<void>;
  /** Rejects if it turns out that somebody else could write. */
  confirm(): Promise<void>;
  /** Lets go without writing; never rejects. The failure is why, if there was one. */
  letGo(failure?: unknown): Promise<void>;
}

export interface TurnsOptions {
  /** Keeps others out and tells the head of the chain; called for one turn of a policy at a time. */
  readonly hold: (policy: string) => Promise<HeldPolicy>;
}

/** One turn's place: the policy as it is held, and how to hand the turn on. */
interface Seat {
  readonly policy: string;
  readonly held: HeldPolicy;
  readonly leave: () => void;
}

export class Turns {
  readonly #options: TurnsOptions;
  /** The end of the last turn that was asked for, of each policy that has one. */
  readonly #lastTurn = new Map<string, Promise<void>>();
  readonly #underWay = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  async begin(policy: string, knownVersion: number): Promise<Turn> {
    const leave = await this.#enter(policy);
    try {
      if (this.#isClosed) throw closedFailure();
      const held = await this.#options.hold(policy);
      const missed = await missedBy(knownVersion, policy, held);
      return this.#turn({ policy, held, leave }, missed);
    } catch (failure) {
      leave();
      throw failure;
    }
  }

  /** Takes no more turns, and resolves when every batch under way is stored or has failed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#underWay);
  }

  /** Resolves when the turn has come, with the function that hands it on. */
  async #enter(policy: string): Promise<() => void> {
    const before = this.#lastTurn.get(policy);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn.set(policy, promise);
    await before;
    return () => {
      if (this.#lastTurn.get(policy) === promise) this.#lastTurn.delete(policy);
      resolve();
    };
  }

  #turn(seat: Seat, missed: readonly StoredEntry[]): Turn {
    const { held, leave } = seat;
    let isOver = false;
    const end = () => {
      if (isOver)
        throw new Error('A turn ends once: with append or with release, and never twice.');
      isOver = true;
    };
    return {
      head: held.head,
      missed,
      append: (entries, standing) => {
        end();
        return this.#append(seat, entries, standing);
      },
      erase: async (closing) => {
        end();
        await held.erase(closing).finally(leave);
      },
      forget: async (newEntries, standing, forgetting) => {
        end();
        const { policy } = seat;
        const { head } = held;
        const entries = sealEntries(policy, head, newEntries);
        const bodies = newEntries.map(({ body }) => body);
        await held.forget({ policy, head, entries, bodies, standing }, forgetting).finally(leave);
        return entries;
      },
      confirm: () => held.confirm(),
      release: async () => {
        end();
        await held.letGo().finally(leave);
      },
    };
  }

  #append(
    { policy, held, leave }: Seat,
    newEntries: readonly NewEntry[],
    standing?: Standing,
  ): Commit {
    const { head } = held;
    let entries: StoredEntry[];
    try {
      entries = sealEntries(policy, head, newEntries);
    } catch (failure) {
      held.letGo().finally(leave);
      throw failure;
    }
    const bodies = newEntries.map(({ body }) => body);
    const batch = {
      policy,
      head,
      entries,
      bodies,
      ...(standing === undefined ? {} : { standing }),
    };
    const durable = entries.length === 0 ? held.letGo() : held.store(batch);
    const settled = durable.catch(() => {});
    this.#underWay.add(settled);
    settled.then(() => this.#underWay.delete(settled));
    const accepted = (held.isAhead ? Promise.resolve() : settled).then(leave);
    return { accepted, durable, stored: entries };
  }
}

/** Returns what was written after the version that the caller knows; lets go if that fails. */
async function missedBy(
  knownVersion: number,
  policy: string,
  held: HeldPolicy,
): Promise<readonly StoredEntry[]> {
  const { version } = held.head;
  if (knownVersion === version) return [];
  try {
    if (knownVersion > version) throw unknownFuture(policy, knownVersion, version);
    return await held.readAfter(knownVersion);
  } catch (failure) {
    await held.letGo(failure);
    throw failure;
  }
}

/** Whoever knows more than was ever stored built on a batch that failed. */
function unknownFuture(policy: string, knownVersion: number, version: number): JournalFailure {
  return new JournalFailure(
    'behind',
    `The policy ${policy} has ${version} entries, but the caller knows ${knownVersion}: what ` +
      `it built on was never stored. Forget its state and load it again.`,
  );
}

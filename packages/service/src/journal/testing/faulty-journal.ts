/**
 * A journal that fails on command, for tests: it wraps any other.
 *
 *     before-store   the batch is not stored, and `durable` rejects
 *     after-store    the batch is stored, and `durable` rejects all the same: the unknown outcome
 *     on call        the call itself rejects (beginTurn, read, findByKey, …)
 *
 * `release` decides when each batch's outcome is told: fast-check's scheduler fits.
 */

import { sealEntries } from '../entry-hash.ts';
import {
  type Commit,
  type Journal,
  JournalFailure,
  type NewEntry,
  type StoredEntry,
  type Turn,
} from '../journal.ts';
import type { Standing } from '../standing.ts';

export type FaultyCall =
  | 'beginTurn'
  | 'head'
  | 'read'
  | 'findDecision'
  | 'findByKey'
  | 'listDecisions'
  | 'readHistory'
  | 'writeSnapshot'
  | 'readSnapshots'
  | 'checkWritable';

export type Fault =
  | { readonly append: number; readonly when: 'before-store' | 'after-store' }
  | { readonly call: FaultyCall; readonly count: number };

export interface FaultyJournalOptions {
  readonly inner: Journal;
  /** Which append or call fails, counted from 1 for each kind of call. */
  readonly faults?: readonly Fault[];
  /** The outcome of every append is told when this resolves. */
  readonly release?: (label: string) => Promise<void>;
  readonly kind?: JournalFailure['kind'];
}

/** What is to be appended, and in which turn. */
interface HandedIn {
  readonly turn: Turn;
  readonly entries: readonly NewEntry[];
  readonly standing: Standing | undefined;
}

export class FaultyJournal {
  readonly journal: Journal;
  readonly #options: FaultyJournalOptions;
  readonly #counts = new Map<string, number>();
  readonly #added: Fault[] = [];

  constructor(options: FaultyJournalOptions) {
    this.#options = options;
    this.journal = this.#wrap(options.inner);
  }

  /** Number of appends, or of calls of one kind, so far. */
  count(call: FaultyCall | 'append'): number {
    return this.#counts.get(call) ?? 0;
  }

  /** Makes the next append fail. */
  failNext(when: 'before-store' | 'after-store'): void {
    this.#added.push({ append: this.count('append') + 1, when });
  }

  /** Makes the next such call fail. */
  failNextCall(call: FaultyCall): void {
    this.#added.push({ call, count: this.count(call) + 1 });
  }

  #wrap(inner: Journal): Journal {
    return new Proxy(inner, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name === 'beginTurn') {
          return (policy: string, version: number) => this.#beginTurn(policy, version);
        }
        return (...values: unknown[]) => {
          const failure = this.#failureOf(String(name));
          return failure === null ? member.apply(target, values) : Promise.reject(failure);
        };
      },
    });
  }

  #next(call: string): number {
    const count = (this.#counts.get(call) ?? 0) + 1;
    this.#counts.set(call, count);
    return count;
  }

  #failureOf(call: string): JournalFailure | null {
    const count = this.#next(call);
    const faults = [...(this.#options.faults ?? []), ...this.#added];
    const isMeant = faults.some(
      (fault) => 'call' in fault && fault.call === call && fault.count === count,
    );
    return isMeant ? this.#failure(`call ${count} of ${call}`) : null;
  }

  async #beginTurn(policy: string, version: number): Promise<Turn> {
    const failure = this.#failureOf('beginTurn');
    if (failure !== null) throw failure;
    const turn = await this.#options.inner.beginTurn(policy, version);
    return {
      head: turn.head,
      missed: turn.missed,
      confirm: () => turn.confirm(),
      release: () => turn.release(),
      erase: (closing) => turn.erase(closing),
      forget: (entries, standing, forgetting) => turn.forget(entries, standing, forgetting),
      append: (entries, standing) => this.#append(policy, { turn, entries, standing }),
    };
  }

  #append(policy: string, { turn, entries, standing }: HandedIn): Commit {
    const count = this.#next('append');
    const faults = [...(this.#options.faults ?? []), ...this.#added];
    const fault = faults.find((one) => 'append' in one && one.append === count);
    const label = `append ${count} of ${policy}`;
    const failure = fault === undefined ? null : this.#failure(label);
    if (fault !== undefined && 'when' in fault && fault.when === 'before-store') {
      return this.#withhold(turn, sealEntries(policy, turn.head, entries), label);
    }
    const commit = turn.append(entries, standing);
    const durable = Promise.all([commit.durable, this.#release(label)]).then(() => {
      if (failure !== null) throw failure;
    });
    durable.catch(() => {});
    return { accepted: commit.accepted, durable, stored: commit.stored };
  }

  #withhold(turn: Turn, stored: StoredEntry[], label: string): Commit {
    const released = turn.release();
    const durable = Promise.all([released, this.#release(label)]).then(() => {
      throw this.#failure(label);
    });
    durable.catch(() => {});
    return { accepted: released, durable, stored };
  }

  #release(label: string): Promise<void> {
    return this.#options.release?.(label) ?? Promise.resolve();
  }

  #failure(label: string): JournalFailure {
    return new JournalFailure(this.#options.kind ?? 'broken', `Made to fail: ${label}.`);
  }
}

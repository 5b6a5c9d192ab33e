/**
 * A journal as one process sees it until it dies: from then on no call returns, no commit is told,
 * and its turn is free for others, like a connection that is gone.
 */
import type { Commit, Journal, NewEntry, Turn } from '../../journal/journal.ts';

export interface MortalJournalOptions {
  readonly inner: Journal;
  /** Whether this commit's outcome is never learnt although it may be stored. */
  readonly isOutcomeLost: () => boolean;
}

export class MortalJournal {
  readonly journal: Journal;
  /** Resolves when the process dies. */
  readonly death: Promise<void>;
  readonly #options: MortalJournalOptions;
  readonly #openTurns = new Set<Turn>();
  readonly #die: () => void;
  #isDead = false;

  constructor(options: MortalJournalOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.death = promise;
    this.#die = resolve;
    this.journal = this.#wrap(options.inner);
  }

  kill(): void {
    this.#isDead = true;
    for (const turn of this.#openTurns) void turn.release();
    this.#openTurns.clear();
    this.#die();
  }

  #wrap(inner: Journal): Journal {
    return new Proxy(inner, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name === 'beginTurn') return (...given: [string, number]) => this.#beginTurn(...given);
        if (name === 'scanDecisions') return member.bind(target);
        return (...given: unknown[]) => this.#untilDeath(member.apply(target, given));
      },
    });
  }

  #untilDeath<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => this.#isDead || resolve(value),
        (error) => this.#isDead || reject(error),
      );
    });
  }

  async #beginTurn(policy: string, version: number): Promise<Turn> {
    const turn = await this.#options.inner.beginTurn(policy, version);
    if (this.#isDead) {
      await turn.release();
      return new Promise(() => {});
    }
    this.#openTurns.add(turn);
    return {
      head: turn.head,
      missed: turn.missed,
      append: (entries) => this.#append(turn, entries),
      erase: (closing) => {
        this.#openTurns.delete(turn);
        return this.#untilDeath(turn.erase(closing));
      },
      forget: (...given) => {
        this.#openTurns.delete(turn);
        return this.#untilDeath(turn.forget(...given));
      },
      confirm: () => this.#untilDeath(turn.confirm()),
      release: () => {
        this.#openTurns.delete(turn);
        return this.#untilDeath(turn.release());
      },
    };
  }

  #append(turn: Turn, entries: readonly NewEntry[]): Commit {
    this.#openTurns.delete(turn);
    const { accepted, durable, stored } = turn.append(entries);
    const told = this.#options.isOutcomeLost()
      ? durable.then(() => Promise.reject(new Error('The connection was lost at the commit.')))
      : durable;
    accepted.catch(() => {});
    return { accepted: this.#untilDeath(accepted), durable: this.#untilDeath(told), stored };
  }
}

/**
 * Chains of a store that only this process writes: the next turn may begin before the last is on disk.
 *
 * For each policy the chain as accepted is kept: its head, and the entries that are not stored yet.
 * Batches reach the store in the order of turns. If one fails, all batches that were built on it
 * fail too, because the store compares the head they were sealed after with its own. When nothing
 * waits any more, or a batch has failed, the chain as accepted is forgotten, and the next turn begins
 * from what is stored.
 */
import { EMPTY_HEAD, headAfter } from './entry-hash.ts';
import type { Forgetting, Head, StoredEntry } from './journal.ts';
import type { Closing } from './removal.ts';
import type { Batch, HeldPolicy } from './turns.ts';

/** What chains that run ahead need of a store. */
export interface BatchStore {
  head(policy: string): Head | null;
  /** All entries after a position. */
  readAfter(policy: string, position: number): Promise<readonly StoredEntry[]>;
  /**
   * Stores all of the batch or rejects; rejects if the head is not the stored one. Batches of one
   * policy are stored in the order of the calls.
   */
  store(batch: Batch): Promise<void>;
  /** Erases all of a policy, after the batches before it; rejects if the head is not the stored one. */
  erase(policy: string, head: Head, closing?: Closing): Promise<void>;
  /** Stores the batch and carries the forgetting out, all or none; rejects if the head is not the stored one. */
  forget(batch: Batch, forgetting: Forgetting): Promise<void>;
}

interface Chain {
  head: Head;
  waiting: readonly StoredEntry[];
  /** Whether a batch has failed: nothing that is built on it will ever be stored. */
  isBroken: boolean;
}

export class RunAhead {
  readonly #store: BatchStore;
  readonly #chains = new Map<string, Chain>();

  constructor(store: BatchStore) {
    this.#store = store;
  }

  /** Holds a policy for one turn: there is nobody to keep out, only the chain to begin from. */
  async hold(policy: string): Promise<HeldPolicy> {
    const chain = this.#chainOf(policy);
    return {
      head: chain.head,
      isAhead: true,
      readAfter: (position) => this.#readAfter(chain, policy, position),
      store: (batch) => this.#accept(chain, batch),
      erase: (closing) => this.#erase(chain, policy, closing),
      forget: (batch, forgetting) => this.#forget(chain, batch, forgetting),
      confirm: async () => {},
      letGo: async () => {},
    };
  }

  #chainOf(policy: string): Chain {
    const known = this.#chains.get(policy);
    if (known !== undefined) return known;
    const head = this.#store.head(policy) ?? EMPTY_HEAD;
    return { head, waiting: [], isBroken: false };
  }

  async #readAfter(
    // Taken before the store is asked: what is stored in between is then in one or the other.
    { waiting }: Chain,
    policy: string,
    position: number,
  ): Promise<readonly StoredEntry[]> {
    const stored = await this.#store.readAfter(policy, position);
    const last = stored.at(-1)?.position ?? position;
    return [...stored, ...waiting.filter((entry) => entry.position > last)];
  }

  /** The chain goes on from the batch at once; it is stored when the returned promise resolves. */
  async #accept(chain: Chain, batch: Batch): Promise<void> {
    const { policy, head, entries } = batch;
    chain.head = headAfter(head, entries);
    chain.waiting = [...chain.waiting, ...entries];
    if (!chain.isBroken) this.#chains.set(policy, chain);
    try {
      await this.#store.store(batch);
      chain.waiting = chain.waiting.slice(entries.length);
    } catch (failure) {
      chain.isBroken = true;
      throw failure;
    } finally {
      this.#tidy(policy, chain);
    }
  }

  /** The turn ends when it is done, so nobody runs ahead of it. */
  async #erase(chain: Chain, policy: string, closing?: Closing): Promise<void> {
    await this.#store.erase(policy, chain.head, closing);
    if (this.#chains.get(policy) === chain) this.#chains.delete(policy);
  }

  /** As with erasing: the next turn begins from what is stored. */
  async #forget(chain: Chain, batch: Batch, forgetting: Forgetting): Promise<void> {
    await this.#store.forget(batch, forgetting);
    if (this.#chains.get(batch.policy) === chain) this.#chains.delete(batch.policy);
  }

  /** Lets the next turn begin from what is stored, if that is all there is or ever will be. */
  #tidy(policy: string, chain: Chain): void {
    const isOver = chain.isBroken || chain.waiting.length === 0;
    // A later chain of the same policy may have begun already; that one is not touched.
    if (isOver && this.#chains.get(policy) === chain) this.#chains.delete(policy);
  }
}

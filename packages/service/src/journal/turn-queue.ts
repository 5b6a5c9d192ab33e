/**
 * One at a time: whoever wants the turn of a policy waits for those who asked before.
 *
 * Policies do not wait for each other.
 */
export class TurnQueue {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when the turn has come, with the function that hands it on; calling twice is harmless. */
  async enter(policy: string): Promise<() => void> {
    const before = this.#last.get(policy);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last.set(policy, promise);
    await before;
    return () => {
      if (this.#last.get(policy) === promise) this.#last.delete(policy);
      resolve();
    };
  }
}

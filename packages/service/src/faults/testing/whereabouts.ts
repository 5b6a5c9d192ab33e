/**
 * Where services can be found at the moment, for callers that outlive them.
 */
import type { Dice } from './dice.ts';

export class Whereabouts {
  readonly #urls = new Set<string>();
  readonly #dice: Dice;
  #change = Promise.withResolvers<void>();

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  add(url: string): void {
    this.#urls.add(url);
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }

  remove(url: string): void {
    this.#urls.delete(url);
  }

  /** Returns any of them; waits while there is none. */
  async find(): Promise<string> {
    while (this.#urls.size === 0) await this.#change.promise;
    return this.#dice.pick([...this.#urls]);
  }
}

/**
 * Where services can be found at the moment, for callers that outlive them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from './dice.ts';

export class Whereabouts {
  readonly #urls = new Set<string>();
  readonly #dice: Dice;
  #waitingCount = 0;
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
    this.#waitingCount += 1;
    while (this.#urls.size === 0) await this.#change.promise;
    this.#waitingCount -= 1;
    return this.#dice.pick([...this.#urls]);
  }

  /** Resolves when so many wait for a service: then nobody waits for an answer. */
  async everybodyWaits(count: number): Promise<void> {
    while (this.#waitingCount < count) await sleep(1);
  }
}

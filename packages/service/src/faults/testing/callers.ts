/**
 * Several callers at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller, type CallerOptions } from './caller.ts';
import { createDice } from './dice.ts';

interface CallersOptions extends Pick<CallerOptions, 'policy' | 'findUrl' | 'pauseMs'> {
  /** Of the first caller's dice; the others have the next ones. */
  readonly seed?: number;
}

export class Callers {
  readonly all: readonly Caller[];
  /** How many of them have something to ask. */
  workingCount = 0;
  #working: Promise<unknown> = Promise.resolve();
  #failure: unknown = null;

  constructor(count: number, { seed = 0, ...options }: CallersOptions) {
    this.all = Array.from({ length: count }, (_, index) => {
      const dice = createDice(seed + index);
      return new Caller({ ...options, name: `caller${index}`, dice });
    });
  }

  /** Begins to work; what goes wrong is thrown by whoever waits next. */
  start(): void {
    this.workingCount = this.all.length;
    this.#working = Promise.all(this.all.map((caller) => caller.run())).catch((failure) => {
      this.#failure = failure;
    });
  }

  /** Resolves when so many more requests have been answered. */
  async answer(count: number): Promise<void> {
    const enough = this.sum('answeredCount') + count;
    while (this.sum('answeredCount') < enough) {
      this.#complain();
      await sleep(1);
    }
  }

  /** Ends all work; resolves when every request that was ever sent has been answered. */
  async finish(): Promise<void> {
    for (const caller of this.all) caller.stop();
    await this.#working;
    this.#complain();
    await Promise.all(this.all.map((caller) => caller.settle()));
    this.workingCount = 0;
  }

  sum(count: 'answeredCount' | 'unansweredCount' | 'foundDoneCount'): number {
    return this.all.reduce((total, caller) => total + caller[count], 0);
  }

  #complain(): void {
    if (this.#failure !== null) throw this.#failure;
  }
}

/**
 * Tells the HTTP thread what happens in a decider: answers, news and events, gathered, and at least a sign of
 * life from time to time.
 */
import { packFault } from './carried-fault.ts';
import { Gathering } from './gathering.ts';
import type { DeciderCounts, Told, ToldTogether } from './messages.ts';

export interface TellerOptions {
  readonly post: (together: ToldTogether) => void;
  readonly counts: () => DeciderCounts;
}

export class Teller {
  readonly #options: TellerOptions;
  readonly #told: Gathering<Told>;

  constructor(options: TellerOptions) {
    this.#options = options;
    this.#told = new Gathering<Told>({
      post: (told) => this.#post(told),
      onUnfit: (told, error) => {
        if ('id' in told) this.tell({ kind: 'refused', id: told.id, fault: packFault(error) });
      },
    });
  }

  tell(told: Told): void {
    this.#told.add(told);
  }

  /** Says no more than that the thread still turns. */
  beat(): void {
    this.#post([]);
  }

  /** For the last words before the end. */
  flush(): void {
    this.#told.flush();
  }

  #post(told: readonly Told[]): void {
    this.#options.post({ told, counts: this.#options.counts() });
  }
}

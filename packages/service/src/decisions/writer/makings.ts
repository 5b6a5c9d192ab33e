/**
 * States that are made of entries in one thread, at the same time: the one that has the fewest entries left goes on, and the others wait.
 *
 * It is so after a kill, when whatever was busy is asked for in the same moment: if they took turns, each would take as long as all of
 * them together, and nobody be answered until then. In between everybody else has turns, once the time of one is over: entries that are
 * read from a file are there at once, so that nobody else would ever work. Where they are waited for, there is no order.
 */
import type { Pauses } from '../../instruments/steps.ts';

export interface MakingsOptions {
  readonly pauses: Pauses;
  /** Whether entries are there as soon as they are asked for. */
  readonly isOrdered: boolean;
}

/** To be called between two pages, with the number of entries that are left. */
export type GiveWay = (leftCount: number) => Promise<void>;

/** A state in the making. */
interface Making {
  leftCount: number;
  /** Lets it go on; null while it does. */
  goOn: (() => void) | null;
}

export class Makings {
  readonly #options: MakingsOptions;
  readonly #underWay = new Set<Making>();
  #sinceMs = Number.NEGATIVE_INFINITY;

  constructor(options: MakingsOptions) {
    this.#options = options;
  }

  async make(act: (giveWay: GiveWay) => Promise<void>): Promise<void> {
    const making: Making = { leftCount: Number.POSITIVE_INFINITY, goOn: null };
    this.#underWay.add(making);
    try {
      await act((leftCount) => this.#giveWay(making, leftCount));
    } finally {
      this.#underWay.delete(making);
      this.#next()?.goOn?.();
    }
  }

  async #giveWay(making: Making, leftCount: number): Promise<void> {
    making.leftCount = leftCount;
    const { pauses, isOrdered } = this.#options;
    if (pauses.nowMs() - this.#sinceMs >= pauses.everyMs) {
      await pauses.pause();
      this.#sinceMs = pauses.nowMs();
    }
    while (isOrdered && this.#next() !== making) {
      this.#next()?.goOn?.();
      await new Promise<void>((resolve) => {
        making.goOn = resolve;
      });
      making.goOn = null;
    }
  }

  /** The one with the fewest entries left; of several the one that began first. */
  #next(): Making | undefined {
    let next: Making | undefined;
    for (const making of this.#underWay) {
      if (next === undefined || making.leftCount < next.leftCount) next = making;
    }
    return next;
  }
}

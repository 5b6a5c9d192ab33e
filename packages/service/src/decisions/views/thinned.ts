/**
 * At most so many of a series whose length is known only at its end, evenly spread, the last among them.
 *
 * Every step-th is kept; when there are too many, every second of those goes, and the step doubles.
 */
export class Thinned<Item> {
  readonly #most: number;
  #step: number;
  #kept: Item[] = [];
  #last: Item | null = null;
  #count = 0;

  /** `step` may be larger than 1 where the length can be guessed. */
  constructor(most: number, step: number = 1) {
    this.#most = most;
    this.#step = step;
  }

  /** `item` is null for a place in the series that has nothing to show. */
  add(item: Item | null): void {
    this.#count += 1;
    if (item === null) return;
    this.#last = item;
    if (this.#count % this.#step !== 0) return;
    this.#kept.push(item);
    // One place is for the last.
    if (this.#kept.length <= Math.max(0, this.#most - 1)) return;
    this.#kept = this.#kept.filter((_, index) => index % 2 === 1);
    this.#step *= 2;
  }

  items(): Item[] {
    const isThere = this.#last === null || this.#kept.at(-1) === this.#last;
    return isThere ? [...this.#kept] : [...this.#kept, this.#last!];
  }
}

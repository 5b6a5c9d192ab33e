/**
 * Which stretches of an arena are taken: the first free one that is long enough is handed out, and what is given
 * back is joined with its free neighbours, so that kernels of any size can come and go for ever.
 */

interface Stretch {
  readonly start: number;
  readonly length: number;
}

export class ArenaBlocks {
  readonly #length: number;
  /** In their order, and never side by side. */
  #free: Stretch[];
  /** Nothing from here on was ever handed out. */
  #untouchedFrom = 0;

  constructor(length: number) {
    this.#length = length;
    this.#free = [{ start: 0, length }];
  }

  /** Whether nothing is taken. */
  get isEmpty(): boolean {
    return this.#free[0]?.length === this.#length;
  }

  /** Takes a block, and tells whether somebody had it before; null if no free stretch is long enough. */
  take(length: number): { readonly start: number; readonly isUsed: boolean } | null {
    const index = this.#free.findIndex((stretch) => stretch.length >= length);
    const stretch = this.#free[index];
    if (stretch === undefined) return null;
    const { start } = stretch;
    const left = { start: start + length, length: stretch.length - length };
    this.#free.splice(index, 1, ...(left.length === 0 ? [] : [left]));
    const isUsed = start < this.#untouchedFrom;
    this.#untouchedFrom = Math.max(this.#untouchedFrom, start + length);
    return { start, isUsed };
  }

  /** Gives back what was taken; once. */
  give(start: number, length: number): void {
    const place = this.#free.findLastIndex((stretch) => stretch.start < start) + 1;
    const before = this.#free[place - 1];
    const after = this.#free[place];
    const joinsBefore = before !== undefined && before.start + before.length === start;
    const joinsAfter = after !== undefined && start + length === after.start;
    const from = joinsBefore ? before.start : start;
    const to = joinsAfter ? after.start + after.length : start + length;
    const first = joinsBefore ? place - 1 : place;
    this.#free.splice(first, Number(joinsBefore) + Number(joinsAfter), {
      start: from,
      length: to - from,
    });
  }
}

/**
 * Choices that are the same in every run and on every machine.
 */
export interface Chance {
  /** A number in [0, 1). */
  next(): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Whether something of this probability happens. */
  happens(probability: number): boolean;
}

/** Returns the choices of a seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    happens: (probability) => next() < probability,
  };
}

/**
 * Random numbers that repeat: the same seed gives the same run.
 */
import { uniformAt } from '@hedgerow/core/research';

export interface SeededRandom {
  /** A whole number of at least 0 and below `limit`. */
  below(limit: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function seededRandom(seed: number): SeededRandom {
  let count = 0;
  const next = () => {
    count += 1;
    return uniformAt(BigInt(seed), count);
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)]!,
  };
}

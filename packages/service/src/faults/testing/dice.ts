/**
 * Seeded choices for tests with faults: the same seed makes the same plan.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Dice {
  /** At least 0, below 1. */
  share(): number;
  /** A whole number of at least 0, below the count. */
  below(count: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

export function createDice(seed: number): Dice {
  const generator = xoroshiro128plus(seed);
  const share = () => uniformFloat64(generator);
  const below = (count: number) => Math.floor(share() * count);
  return { share, below, pick: (values) => values[below(values.length)]! };
}

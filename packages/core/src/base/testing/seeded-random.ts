/**
 * Seeded randomness for tests, from pure-rand: the same seed gives the same stream everywhere.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomSource } from '../random-source.ts';

/** Returns a source of numbers uniform in [0, 1). */
export function seededRandom(seed: number): RandomSource {
  const generator = xoroshiro128plus(seed);
  return () => uniformFloat64(generator);
}

/** Random numbers for the kernel's tests: a fixed seed gives the same numbers everywhere. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomSource } from '../../../base/random-source.ts';

/** Returns a stream of numbers, uniform in [0, 1). */
export function seededRandom(seed: number): RandomSource {
  const generator = xoroshiro128plus(seed);
  return () => uniformFloat64(generator);
}

/** Fills `into` with numbers uniform in [−scale, scale). */
export function fillUniform(into: Float64Array, random: RandomSource, scale = 1): void {
  for (let i = 0; i < into.length; i++) into[i] = scale * (2 * random() - 1);
}

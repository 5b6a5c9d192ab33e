/**
 * Seeded randomness for worlds: one stream for each use, far apart and always the same.
 *
 * All streams of a seed lie on one sequence of xoroshiro128+ (pure-rand). Stream number i starts
 * i + 1 jumps of 2^64 steps from its beginning, so streams never meet, and how much one of them
 * draws never changes another. The first jump also mixes the seed: seeds 1 and 2 start alike.
 */
import { HedgerowError } from '@hedgerow/core';
import type { RandomSource } from '@hedgerow/core/research';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { JumpableRandomGenerator } from 'pure-rand/types/JumpableRandomGenerator';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { drawNormal } from './ziggurat.ts';

/** Largest seed: the generator takes 32 bits. */
const SEED_MAX = 2 ** 32 - 1;

export interface RandomStreamOptions {
  /** Whole number from 0 to 2^32 − 1. */
  readonly seed: number;
  /** Which of the seed's streams, counted from 0. */
  readonly index: number;
}

/** Returns one stream. Costs index + 1 jumps; take many in a row from `RandomStreams`. */
export function randomStream({ seed, index }: RandomStreamOptions): RandomStream {
  return new RandomStreams({ seed, index }).next();
}

/** The streams of one seed in their order, from some index on. Each costs one jump, 0.4 µs. */
export class RandomStreams {
  readonly #generator: JumpableRandomGenerator;

  constructor({ seed, index }: RandomStreamOptions) {
    requireWholeUpTo('seed', seed, SEED_MAX);
    requireWholeUpTo('index', index, Number.MAX_SAFE_INTEGER);
    this.#generator = xoroshiro128plus(seed);
    for (let jump = 0; jump < index; jump++) this.#generator.jump();
  }

  /** Returns the next stream. */
  next(): RandomStream {
    this.#generator.jump();
    return new RandomStream(this.#generator.clone());
  }
}

export class RandomStream {
  readonly #generator: RandomGenerator;

  /** Takes over the generator; nobody else may draw from it. */
  constructor(generator: RandomGenerator) {
    this.#generator = generator;
  }

  /** Returns the next number, uniform in [0, 1). */
  uniform(): number {
    return uniformFloat64(this.#generator);
  }

  /** Returns the next number with the standard normal distribution. */
  normal(): number {
    return drawNormal(this.#generator);
  }

  /** Writes standard normal numbers over the whole vector. */
  fillNormal(into: Float64Array): void {
    for (let i = 0; i < into.length; i++) into[i] = drawNormal(this.#generator);
  }

  /** The same stream in the shape that the core takes. */
  asSource(): RandomSource {
    return () => uniformFloat64(this.#generator);
  }
}

function requireWholeUpTo(name: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= most) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `${name} must be a whole number from 0 to ${most}`,
    received: String(value),
  });
}

/**
 * Two coins, of which the baseline becomes better for good at some moment: 0.3 first, then 0.9.
 *
 * The other action pays 0.45 throughout. It beats the baseline first and loses against it later, so
 * whoever trusts what was learnt about the baseline owes more than it thinks. The moment may be a
 * round, or the choice of an adversary who watches the books.
 */
import { BernoulliWorld } from './bernoulli-world.ts';
import type { RandomStream } from './random-stream.ts';
import type { World } from './world.ts';

const BASELINE_BEFORE = 0.3;
const BASELINE_AFTER = 0.9;
const ALTERNATIVE = 0.45;

export interface DriftWorldOptions {
  /** Asked before each round, counted from 1, until it says yes: does the baseline get better now? */
  readonly changesAt: (round: number) => boolean;
}

/** Returns the drifting world. */
export function driftWorld(random: RandomStream, options: DriftWorldOptions): World {
  let hasChanged = false;
  return new BernoulliWorld(random, {
    features: [
      [1, 0],
      [0, 1],
    ],
    means: [BASELINE_BEFORE, ALTERNATIVE],
    baselineAction: 0,
    beforeRound: (round, means) => {
      if (hasChanged || !options.changesAt(round)) return;
      hasChanged = true;
      means[0] = BASELINE_AFTER;
    },
  });
}

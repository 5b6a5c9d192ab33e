/**
 * Small worlds that break gates which are not quite right. The baseline is action 0 and pays 0.6.
 *
 *   onehot            eight unrelated actions, all others pay nothing
 *   onehot-one-good   the same, but one of them pays 0.9: a certificate can be built and spent
 *   lure              0.6, 0.3, 0.2: proposals that pay just enough to look promising
 *   correlated        three actions in two dimensions, where learning of one misleads about another
 */
import { BernoulliWorld, type BernoulliWorldOptions } from './bernoulli-world.ts';
import type { RandomStream } from './random-stream.ts';
import type { World } from './world.ts';

export type TrapName = 'onehot' | 'onehot-one-good' | 'lure' | 'correlated';

const TRAPS: Readonly<Record<TrapName, BernoulliWorldOptions>> = {
  onehot: unrelated([0.6, 0, 0, 0, 0, 0, 0, 0]),
  'onehot-one-good': unrelated([0.6, 0, 0, 0.9, 0, 0, 0, 0]),
  lure: unrelated([0.6, 0.3, 0.2]),
  correlated: {
    // The rewards are the second coordinates: the true weights are (0, 1).
    features: [
      [0.8, 0.6],
      [0.6, 0.8],
      [1, 0],
    ],
    means: [0.6, 0.8, 0],
    baselineAction: 0,
  },
};

export const TRAP_NAMES: readonly TrapName[] = Object.keys(TRAPS) as TrapName[];

/** Returns the trap of that name. */
export function trapWorld(random: RandomStream, name: TrapName): World {
  return new BernoulliWorld(random, TRAPS[name]);
}

/** Actions that tell nothing about each other: one feature for each. */
function unrelated(means: readonly number[]): BernoulliWorldOptions {
  const features = means.map((_, action) => means.map((_, i) => (i === action ? 1 : 0)));
  return { features, means, baselineAction: 0 };
}

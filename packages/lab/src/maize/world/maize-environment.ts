/**
 * The maize world as an environment of experiments: its worlds, and what is declared of them.
 *
 * As in the paper, the noise and the norm of the true weights are known. Rewards are declared to lie above 0, and the
 * spread that a forecast leaves follows from the norm (maize-world.ts).
 */

import { indexAtRank } from '../../environments/ranking.ts';
import type { World } from '../../environments/world.ts';
import type { Environment } from '../../trials/environment.ts';
import { MaizeFeatures } from './maize-features.ts';
import { type MaizeWorldOptions, maizeVarianceBound, maizeWorld } from './maize-world.ts';

/** What the paper assumes of rewards. */
const REWARD_FLOOR = 0;

export interface MaizeEnvironmentOptions extends MaizeWorldOptions {
  /** What the baseline is ranked by for those who see the weather. */
  readonly baselineRanking?: 'forecast' | 'sight' | undefined;
}

/** Returns the environment of a model, a map and a generator. */
export function maizeEnvironment(options: MaizeEnvironmentOptions): Environment {
  const { trueWeights, featureNormBound } = new MaizeFeatures(options.model, options.map);
  const variance = maizeVarianceBound(options);
  return {
    declarations: {
      rewardNoiseScale: options.noiseScale,
      linearNoiseScale: options.noiseScale,
      weightNormBound: Math.hypot(...trueWeights),
      featureNormBound,
      rewardFloor: REWARD_FLOOR,
      rewardCeiling: 1,
      rewardOffset: 0,
      priorVariance: null,
      lacksConstant: true,
      varianceProxy: { variance, tail: 0 },
      varianceOf: () => variance,
      varianceTail: 0,
    },
    baselineReward,
    ...(options.baselineRanking === 'sight'
      ? { seenBaseline: (world: World) => rankedBySight(world, options.baselineRank) }
      : {}),
    draw: (random) => ({ world: maizeWorld(random, options), trueWeights }),
  };
}

/**
 * Tells a baseline reward below 0 as 0: a share of a negative total makes no promise. In the default
 * world it never occurs; with standardised contexts in a few rounds of ten thousand, and there the
 * promise is measured against the true number all the same.
 */
function baselineReward(world: World): number {
  return Math.max(REWARD_FLOOR, world.baselineExpectedReward);
}

function rankedBySight(world: World, baselineRank: number): number {
  const rewards = Float64Array.from({ length: world.actionCount }, (_, action) =>
    world.realisedReward(action),
  );
  return indexAtRank(rewards, baselineRank);
}

/**
 * The maize world as an environment of experiments: its worlds, and what is declared of them.
 *
 * As in the paper, the noise and the norm of the true weights are known. Rewards are declared to lie above 0, and the
 * spread that a forecast leaves follows from the norm (maize-world.ts).
 */
import { MaizeFeatures } from '../../environments/maize-features.ts';
import {
  type MaizeWorldOptions,
  maizeVarianceBound,
  maizeWorld,
} from '../../environments/maize-world.ts';
import type { Environment } from '../../experiments/create-world.ts';

/** Returns the environment of a model, a map and a generator. */
export function maizeEnvironment(options: MaizeWorldOptions): Environment {
  const { trueWeights, featureNormBound } = new MaizeFeatures(options.model, options.map);
  const variance = maizeVarianceBound(options);
  return {
    declarations: {
      rewardNoiseScale: options.noiseScale,
      linearNoiseScale: options.noiseScale,
      weightNormBound: Math.hypot(...trueWeights),
      featureNormBound,
      rewardFloor: 0,
      rewardCeiling: 1,
      rewardOffset: 0,
      priorVariance: null,
      lacksConstant: true,
      varianceProxy: { variance, tail: 0 },
      varianceOf: () => variance,
      varianceTail: 0,
    },
    baselineReward: (world) => world.baselineExpectedReward,
    draw: (random) => ({ world: maizeWorld(random, options), trueWeights }),
  };
}

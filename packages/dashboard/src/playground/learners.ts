/**
 * The strategies of the core as the page plays them.
 *
 *   conservativeContextUcb   the paper's Algorithm 1, as written
 *   contextUcb               the same learner without a gate
 *   hedge                    the core's default: a betting book that needs no model
 *   baselineOnly             the yardstick
 *
 * The paper gives no constants. These are the ones that its figures can be reproduced with, and the lab uses
 * the same, so that numbers here and there are equal.
 */
import type { KernelEngine } from '@hedgerow/core';
import { createLearner, type Learner, type RandomSource } from '@hedgerow/core/research';
import type { World } from '@hedgerow/lab/environments';
import type { Configuration, StrategyName } from './configuration.ts';

export interface LearnerInput {
  readonly world: World;
  readonly configuration: Configuration;
  /** For choices by a coin. */
  readonly coin: RandomSource;
  readonly engine: KernelEngine;
}

/** Norm of the true weights: five times 1, five times 1, five times −2. */
const WEIGHT_NORM_BOUND = Math.sqrt(30);
/** Nearly every feature vector of the paper's world is shorter. */
const FEATURE_NORM_BOUND = 40;
/** Rewards are squared distances. */
const REWARD_FLOOR = 0;

/** Returns a fresh learner for one trial. */
export function learnerOf(
  kind: StrategyName,
  { world, configuration, ...means }: LearnerInput,
): Learner {
  const { shortfall: allowedShortfall, failure: failureProbability, noise } = configuration;
  return createLearner(
    { kind, allowedShortfall, failureProbability, ridgePenalty: 1, radius: 'paper' },
    {
      ...means,
      dimension: world.dimension,
      actionCount: world.actionCount,
      linearNoiseScale: noise,
      rewardNoiseScale: noise,
      weightNormBound: WEIGHT_NORM_BOUND,
      featureNormBound: FEATURE_NORM_BOUND,
      rewardFloor: REWARD_FLOOR,
      rewardOffset: REWARD_FLOOR,
      lacksConstant: true,
    },
  );
}

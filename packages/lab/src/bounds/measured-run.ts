/**
 * One run in the paper's synthetic world, watched for what the bounds are about.
 *
 * Two learners: Algorithm 1 as written, which the paper's statements are about, and the gate with the
 * certificates of the observed rewards, which our bound is about. The latter is told the true variance
 * of every reward here, so that its boundary is exactly the B of `proved-baseline-rounds.ts`.
 */
import type { KernelEngine } from '@hedgerow/core';
import { createLearner, type Learner } from '@hedgerow/core/research';
import type { World } from '../environments/world.ts';
import { distanceInGramNorm } from '../trials/coverage.ts';
import { runTrial } from '../trials/run-trial.ts';
import type { ProblemConstants } from './problem-constants.ts';
import { RunWatch, type RunWatched } from './run-watch.ts';
import { NOISE_TAIL, noiseVariance, SYNTHETIC_REWARD_MIN, trueWeights } from './synthetic-truth.ts';

export interface MeasuredRun extends RunWatched {
  readonly baselineRounds: number;
  /** Expected regret of the whole run. */
  readonly regret: number;
}

export interface AlgorithmOneRun extends MeasuredRun {
  /** Whether the true weights are in the confidence set after the last round. */
  readonly isCovered: boolean;
}

export interface MeasuredRunInput {
  readonly world: World;
  readonly constants: ProblemConstants;
  readonly roundCount: number;
  readonly engine: KernelEngine;
}

/** Plays one run of Algorithm 1. */
export function measureAlgorithmOne(input: MeasuredRunInput): AlgorithmOneRun {
  const { world, constants, engine } = input;
  const { dimension, actionCount } = world;
  const learner = createLearner(
    { ...constants, kind: 'conservativeContextUcb', radius: 'paper', startingSet: 'ball' },
    { dimension, actionCount, engine },
  );
  const run = measure(input, learner);
  const { model, radius } = learner.confidenceSet!;
  return { ...run, isCovered: distanceInGramNorm(model, trueWeights(dimension)) <= radius(model) };
}

/** Plays one run behind the gate whose certificate is true. */
export function measureSoundGate(input: MeasuredRunInput): MeasuredRun {
  const { world, constants, engine } = input;
  const { allowedShortfall, failureProbability, weightNormBound } = constants;
  const learner = createLearner(
    { kind: 'certifiedContextUcb', allowedShortfall, failureProbability, weightNormBound },
    {
      dimension: world.dimension,
      actionCount: world.actionCount,
      rewardFloor: SYNTHETIC_REWARD_MIN,
      varianceTail: NOISE_TAIL,
      varianceOf: (_features, action) => noiseVariance(world.expectedRewards[action]!),
      engine,
    },
  );
  return measure(input, learner);
}

function measure(input: MeasuredRunInput, learner: Learner): MeasuredRun {
  const { world, constants, roundCount } = input;
  const { allowedShortfall } = constants;
  const watch = new RunWatch(world, constants);
  const measures = runTrial({ world, learner, roundCount, allowedShortfall, listeners: [watch] });
  return {
    ...watch.seen(),
    baselineRounds: measures.baselineRoundCount,
    regret: measures.expectedRegret,
  };
}

/**
 * One run in the paper's synthetic world, watched for what the bounds are about.
 *
 * Two players: Algorithm 1 as written, which the paper's statements are about, and the gate with the
 * certificates of the observed rewards, which our bound is about. The latter is told the true variance
 * of every reward here, so that its boundary is exactly the B of `proved-baseline-rounds.ts`.
 */
import type { KernelEngine } from '@hedgerow/core';
import {
  CertifiedContextUcb,
  cumulativeGate,
  LinearLearner,
  paperRadius,
  type Ticket,
} from '@hedgerow/core/research';
import type { World } from '../environments/world.ts';
import { distanceInGramNorm } from '../experiments/contestants/coverage.ts';
import type { Contestant } from '../trials/contestant.ts';
import { linearContestant } from '../trials/linear-contestant.ts';
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
  const learner = new LinearLearner({
    dimension: world.dimension,
    actionCount: world.actionCount,
    ridgePenalty: constants.ridgePenalty,
    radius: paperRadius(constants),
    gate: cumulativeGate(constants.allowedShortfall),
    learnFromBaseline: false,
    selection: 'optimistic',
    startingSet: 'ball',
    engine,
  });
  const run = measure(input, linearContestant(learner));
  const distance = distanceInGramNorm(learner.model, trueWeights(world.dimension));
  return { ...run, isCovered: distance <= paperRadius(constants)(learner.model) };
}

/** Plays one run behind the gate whose certificate is true. */
export function measureSoundGate(input: MeasuredRunInput): MeasuredRun {
  const { world, constants, engine } = input;
  const learner = new CertifiedContextUcb({
    dimension: world.dimension,
    actionCount: world.actionCount,
    allowedShortfall: constants.allowedShortfall,
    failureProbability: constants.failureProbability,
    weightNormBound: constants.weightNormBound,
    rewardMin: SYNTHETIC_REWARD_MIN,
    noise: {
      tail: NOISE_TAIL,
      varianceOf: (_features, action) => noiseVariance(world.expectedRewards[action]!),
    },
    engine,
  });
  return measure(input, soundContestant(learner));
}

function measure(input: MeasuredRunInput, contestant: Contestant): MeasuredRun {
  const { world, constants, roundCount } = input;
  const { allowedShortfall } = constants;
  const watch = new RunWatch(world, constants);
  const measures = runTrial({
    world,
    contestant: watch.over(contestant),
    roundCount,
    allowedShortfall,
  });
  return {
    ...watch.seen(),
    baselineRounds: measures.baselineRoundCount,
    regret: measures.expectedRegret,
  };
}

function soundContestant(learner: CertifiedContextUcb): Contestant {
  let ticket: Ticket;
  return {
    promise: 'expected',
    expectedFeatures: learner.expectedFeatures,
    decide(baseline) {
      const decision = learner.decide(baseline);
      ticket = decision.ticket;
      return { ...decision, provedSlack: null };
    },
    observe: (_round, reward) => learner.settle(ticket, reward),
    provedSlack: () => null,
  };
}

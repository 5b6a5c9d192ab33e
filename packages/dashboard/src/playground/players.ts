/**
 * The strategies of the core as players of a round: see the baseline, choose, hear the reward.
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
import {
  type BaselineChoice,
  BOLDNESS,
  cumulativeGate,
  curiousProposer,
  HedgeLearner,
  HINT_DOUBT,
  knownBaselineBook,
  LinearLearner,
  paperRadius,
  type RandomSource,
  relativePromise,
  type Ticket,
} from '@hedgerow/core/research';
import type { World } from '@hedgerow/lab/environments';
import type { RoundPlay } from '@hedgerow/lab/measures';
import type { Configuration, StrategyName } from './configuration.ts';

export interface Player {
  /** Where the world writes the expected features of the next round. */
  readonly expectedFeatures: Float64Array;
  choose(baseline: BaselineChoice): RoundPlay;
  /** Hears the reward of the round just chosen for. */
  hear(reward: number): void;
}

export interface PlayerOptions {
  readonly world: World;
  readonly configuration: Configuration;
  /** For choices by a coin. */
  readonly coin: RandomSource;
  readonly engine: KernelEngine;
}

const RIDGE_PENALTY = 1;
/** Norm of the true weights: five times 1, five times 1, five times −2. */
const WEIGHT_NORM_BOUND = Math.sqrt(30);
/** Nearly every feature vector of the paper's world is shorter. */
const FEATURE_NORM_BOUND = 40;
/** Rewards are squared distances. */
const REWARD_FLOOR = 0;

/** Returns a fresh player for one trial. */
export function createPlayer(name: StrategyName, options: PlayerOptions): Player {
  switch (name) {
    case 'conservativeContextUcb':
      return linearPlayer(options, options.configuration.shortfall);
    case 'contextUcb':
      return linearPlayer(options, null);
    case 'hedge':
      return hedgePlayer(options);
    case 'baselineOnly':
      return baselinePlayer(options.world);
  }
}

function linearPlayer(options: PlayerOptions, allowedShortfall: number | null): Player {
  const { world, configuration, engine } = options;
  const learner = new LinearLearner({
    dimension: world.dimension,
    actionCount: world.actionCount,
    ridgePenalty: RIDGE_PENALTY,
    radius: paperRadius({
      noiseScale: configuration.noise,
      weightNormBound: WEIGHT_NORM_BOUND,
      featureNormBound: FEATURE_NORM_BOUND,
      failureProbability: configuration.failure,
    }),
    gate: allowedShortfall === null ? null : cumulativeGate(allowedShortfall),
    learnFromBaseline: false,
    selection: 'optimistic',
    startingSet: 'ball',
    engine,
  });
  // When the learner plays, the slack after the round is claimed to be at least the gate's margin.
  let claim: number | null = null;
  return {
    expectedFeatures: learner.expectedFeatures,
    choose(baseline) {
      const provedSlack = claim;
      const { chosenBy, playedAction, optimisticAction, margin } = learner.decide(baseline);
      claim = allowedShortfall !== null && chosenBy === 'learner' ? margin : null;
      return {
        playedAction,
        proposedAction: optimisticAction ?? playedAction,
        playProbability: chosenBy === 'learner' ? 1 : 0,
        chosenBy,
        provedSlack,
      };
    },
    hear: (reward) => learner.observe(reward, 1),
  };
}

function hedgePlayer({ world, configuration, coin, engine }: PlayerOptions): Player {
  const learner = new HedgeLearner({
    dimension: world.dimension,
    actionCount: world.actionCount,
    book: knownBaselineBook({
      terms: relativePromise({ allowedShortfall: configuration.shortfall }),
      rewardFloor: REWARD_FLOOR,
      rewardNoiseScale: configuration.noise,
      failureProbability: configuration.failure,
    }),
    createProposer: (beliefs) => curiousProposer(beliefs, BOLDNESS),
    hintDoubt: HINT_DOUBT,
    hasIntercept: true,
    ridgePenalty: RIDGE_PENALTY,
    rewardOffset: REWARD_FLOOR,
    priorVariance: null,
    coin,
    engine,
  });
  // The reward of each round is told before the next, which also says that it was played.
  let ticket: Ticket | null = null;
  return {
    expectedFeatures: learner.expectedFeatures,
    choose(baseline) {
      const decision = learner.decide(baseline);
      ticket = decision.ticket;
      const isPlayed = decision.chosenBy === 'learner';
      return {
        playedAction: decision.playedAction,
        proposedAction: decision.proposedAction,
        playProbability: isPlayed ? decision.quote.playProbability : 0,
        chosenBy: decision.chosenBy,
        provedSlack: decision.quote.slack,
      };
    },
    hear(reward) {
      if (ticket !== null) learner.settle(ticket, reward);
      ticket = null;
    },
  };
}

function baselinePlayer(world: World): Player {
  return {
    expectedFeatures: new Float64Array(world.actionCount * world.dimension),
    choose: ({ action }) => ({
      playedAction: action,
      proposedAction: action,
      playProbability: 0,
      chosenBy: 'baseline',
      provedSlack: null,
    }),
    hear: () => {},
  };
}

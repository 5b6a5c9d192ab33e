/**
 * Who plays the maize world: the paper's algorithms as written, and hedge.
 *
 *   linearUcb, conservativeLinearUcb     see the weather that came; their baseline is ranked and known
 *                                        in it (LUCB and CLUCB)
 *   contextUcb, conservativeContextUcb   see the forecast; their baseline is ranked and known by expected
 *                                        reward (Kirschner & Krause, and the paper's Algorithm 1)
 *   hedge                                sees the forecast; the betting certificate, told the spread
 *                                        that the forecast leaves
 *   ungated                              the proposer of hedge without any gate
 *
 * As in the paper, the norm of the true weights and the noise are known to all of them.
 */
import type { KernelEngine } from '@hedgerow/core';
import {
  BOLDNESS,
  cumulativeGate,
  curiousProposer,
  HINT_DOUBT,
  knownBaselineBook,
  LinearLearner,
  openBook,
  paperRadius,
  relativePromise,
  type SafetyBook,
} from '@hedgerow/core/research';
import { MaizeFeatures } from '../../environments/maize-features.ts';
import {
  type MaizeWorld,
  type MaizeWorldOptions,
  maizeVarianceBound,
} from '../../environments/maize-world.ts';
import { indexAtRank } from '../../environments/ranking.ts';
import type { Contestant } from '../../trials/contestant.ts';
import { hedgeContestant } from '../../trials/hedge-contestant.ts';
import { linearContestant } from '../../trials/linear-contestant.ts';

export type MaizeAlgorithm =
  | 'linearUcb'
  | 'contextUcb'
  | 'conservativeLinearUcb'
  | 'conservativeContextUcb'
  | 'hedge'
  | 'ungated';

/** δ and λ of the reference runs. */
export const FAILURE_PROBABILITY = 0.001;
export const RIDGE_PENALTY = 1;
/** What the paper assumes of rewards: not below 0. */
const REWARD_FLOOR = 0;

export interface MaizeEntry {
  readonly algorithm: MaizeAlgorithm;
  readonly world: MaizeWorld;
  readonly options: MaizeWorldOptions;
  /** α; without meaning for those that have no gate. */
  readonly allowedShortfall: number;
  readonly engine: KernelEngine;
}

/** Returns a fresh contestant for one trial. */
export function maizeContestant(entry: MaizeEntry): Contestant {
  switch (entry.algorithm) {
    case 'linearUcb':
    case 'conservativeLinearUcb':
      return seeingWeather(entry);
    case 'contextUcb':
    case 'conservativeContextUcb':
      return linearContestant(asWrittenLearner(entry));
    case 'hedge':
      return hedgeWith(entry, forecastBook(entry), HINT_DOUBT);
    case 'ungated':
      return hedgeWith(entry, openBook(), HINT_DOUBT);
  }
}

/** Returns the learner that all four algorithms of the paper share; only two of them have a gate. */
export function asWrittenLearner(
  entry: Pick<MaizeEntry, 'algorithm' | 'options' | 'allowedShortfall'> & {
    readonly engine?: KernelEngine;
  },
): LinearLearner {
  const { algorithm, options, allowedShortfall, engine } = entry;
  const features = new MaizeFeatures(options.model, options.map);
  const isGated = algorithm === 'conservativeLinearUcb' || algorithm === 'conservativeContextUcb';
  return new LinearLearner({
    dimension: features.dimension,
    actionCount: features.actionCount,
    ridgePenalty: RIDGE_PENALTY,
    radius: paperRadius({
      noiseScale: options.noiseScale,
      weightNormBound: Math.hypot(...features.trueWeights),
      featureNormBound: features.featureNormBound,
      failureProbability: FAILURE_PROBABILITY,
    }),
    gate: isGated ? cumulativeGate(allowedShortfall) : null,
    learnFromBaseline: false,
    selection: 'optimistic',
    startingSet: 'ball',
    ...(engine === undefined ? {} : { engine }),
  });
}

/** Shows features and baseline of the weather that came. */
function seeingWeather(entry: MaizeEntry): Contestant {
  const { world, options } = entry;
  const { dimension, actionCount } = world;
  const learner = asWrittenLearner(entry);
  const inner = linearContestant(learner);
  const rewards = new Float64Array(actionCount);
  const rows = Array.from({ length: actionCount }, (_, action) =>
    learner.expectedFeatures.subarray(action * dimension, (action + 1) * dimension),
  );
  return {
    ...inner,
    promise: 'realised',
    expectedFeatures: new Float64Array(actionCount * dimension),
    decide() {
      for (let action = 0; action < actionCount; action++) {
        world.features(action, rows[action]!);
        rewards[action] = world.realisedReward(action);
      }
      const action = indexAtRank(rewards, options.baselineRank);
      return inner.decide({ action, expectedReward: rewards[action]! });
    },
  };
}

function hedgeWith(entry: MaizeEntry, book: SafetyBook, hintDoubt: number | null): Contestant {
  const { world, engine } = entry;
  const contestant = hedgeContestant({
    book,
    hintDoubt,
    engine,
    promise: 'expected',
    isBaselineKnown: true,
    dimension: world.dimension,
    actionCount: world.actionCount,
    createProposer: (beliefs) => curiousProposer(beliefs, BOLDNESS),
    ridgePenalty: RIDGE_PENALTY,
    rewardOffset: REWARD_FLOOR,
    hasIntercept: true,
    priorVariance: null,
    coin: neverFlipped,
  });
  return notBelowFloor(contestant);
}

/**
 * Tells a baseline reward below 0 as 0. A share of a negative total makes no promise, so hedge refuses it.
 * In the default world it never occurs; with standardised contexts in a few rounds of ten thousand, and
 * there the promise is measured against the true number all the same.
 */
function notBelowFloor(contestant: Contestant): Contestant {
  return {
    promise: contestant.promise,
    expectedFeatures: contestant.expectedFeatures,
    observe: (round, reward) => contestant.observe(round, reward),
    provedSlack: () => contestant.provedSlack(),
    decide(baseline) {
      const { action, expectedReward } = baseline;
      const isBelow = typeof expectedReward === 'number' && expectedReward < REWARD_FLOOR;
      return contestant.decide(isBelow ? { action, expectedReward: REWARD_FLOOR } : baseline);
    },
  };
}

function forecastBook({ options, allowedShortfall }: MaizeEntry): SafetyBook {
  return knownBaselineBook({
    terms: relativePromise({ allowedShortfall }),
    rewardFloor: REWARD_FLOOR,
    rewardNoiseScale: options.noiseScale,
    failureProbability: FAILURE_PROBABILITY,
    varianceProxy: { variance: maizeVarianceBound(options), tail: 0 },
  });
}

/** With a known baseline there is no coin. */
function neverFlipped(): number {
  return 0;
}

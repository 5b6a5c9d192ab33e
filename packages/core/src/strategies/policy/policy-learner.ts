/**
 * Makes the learner of a policy: its book, its proposer and the defaults of its model.
 *
 * The model starts from the belief that every action pays the declared baseline reward, or the
 * middle of the range where none is declared, give or take a quarter of the range.
 */
import { HedgerowError } from '../../base/errors.ts';
import { keyedUniformAt, wordsFromText } from '../../base/keyed-random.ts';
import { describeValue } from '../../base/require.ts';
import type { FeatureMap } from '../../expectation/feature-map.ts';
import { lacksConstant } from '../../expectation/lacks-constant.ts';
import type { KernelEngine } from '../../model/kernel/ridge-kernel.ts';
import type { RewardBeliefs } from '../../proposal/curious-proposer.ts';
import { createProposer, drawsFromSeed } from '../learners/create-proposer.ts';
import { HedgeLearner } from '../learners/hedge/hedge-learner.ts';
import type { MemoryOptions } from '../learners/hedge/memory.ts';
import type { ProposerDefinition } from '../learners/learner-definition.ts';
import { SplitLearner } from '../learners/split/split-learner.ts';
import type { CheckedDefinition } from './checked-definition.ts';
import { createBook, createSplitBook } from './create-book.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import type { MemoryDefinition, PolicyDefinition } from './policy-definition.ts';
import type { PolicyStreams } from './policy-streams.ts';

export interface LearnerMeans {
  readonly streams: PolicyStreams;
  /** The coin of whoever runs the policy, in place of the policy's own. */
  readonly coin?: (sequence: number) => number;
  readonly engine?: KernelEngine;
  /** The earliest decision that may still be corrected. */
  readonly correctableFrom?: () => number;
}

/** Returns a learner that has seen nothing yet. */
export function policyLearner(
  checked: CheckedDefinition,
  featureMap: FeatureMap,
  means: LearnerMeans,
): HedgeLearner {
  const { reward, prior, execution = POLICY_DEFAULTS.execution } = checked.definition;
  const { correctableFrom } = means;
  return new HedgeLearner({
    ...beliefsOf(checked, featureMap, means),
    ...(correctableFrom === undefined ? {} : { correctableFrom }),
    createBook: () => createBook(checked, featureMap.dimension),
    priorVariance: ((reward.max - reward.min) / 4) ** 2,
    hintDoubt: POLICY_DEFAULTS.hintDoubt,
    hasIntercept: prior === undefined && lacksConstant(featureMap),
    execution,
  });
}

/** Returns a learner of divided decisions that has seen nothing yet. */
export function splitLearner(
  checked: CheckedDefinition,
  featureMap: FeatureMap,
  means: LearnerMeans,
): SplitLearner {
  const { reward, split } = checked.definition;
  return new SplitLearner({
    ...beliefsOf(checked, featureMap, means),
    createBook: () => createSplitBook(checked),
    // Actions differ less from each other, side by side, than rewards do from year to year.
    priorVariance: ((reward.max - reward.min) / 8) ** 2,
    hintDoubt: null,
    hasIntercept: false,
    checkShare: split?.check ?? POLICY_DEFAULTS.check,
    stripCount: split?.strips ?? POLICY_DEFAULTS.strips,
    allowance: checked.terms.allowancePerRound,
  });
}

/** What both have in common: where beliefs start, who proposes, and the coin. */
function beliefsOf(
  checked: CheckedDefinition,
  { dimension, actionCount }: FeatureMap,
  { streams, coin, engine }: LearnerMeans,
) {
  const { definition } = checked;
  const { prior, memory, ridgePenalty = POLICY_DEFAULTS.ridgePenalty } = definition;
  return {
    dimension,
    actionCount,
    ridgePenalty,
    rewardOffset: prior === undefined ? usualReward(checked) : (prior.offset ?? 0),
    ...(prior === undefined ? {} : { prior }),
    ...(memory === undefined ? {} : { memory: memoryOf(memory) }),
    ...(engine === undefined ? {} : { engine }),
    createProposer: (beliefs: RewardBeliefs) =>
      createProposer(proposerOf(definition), beliefs, drawsFromSeed(BigInt(streams.drawSeed ?? 0))),
    coin: coin === undefined ? ownCoin(streams) : checkedCoin(coin),
  };
}

/** The policy's own coin. Without a key it is never flipped: the baseline's reward is declared. */
function ownCoin({ coinKey }: PolicyStreams): (sequence: number) => number {
  const key = wordsFromText(coinKey ?? '');
  return (sequence) => keyedUniformAt(key, sequence);
}

/** A coin that is not a number would be below no probability, or below all. */
function checkedCoin(coin: (sequence: number) => number): (sequence: number) => number {
  return (sequence) => {
    const number = coin(sequence);
    if (number >= 0 && number < 1) return number;
    throw new HedgerowError({
      code: 'HR_INPUT_RANGE',
      rule: 'coin must return a number of at least 0 and below 1',
      received: describeValue(number),
    });
  };
}

function memoryOf({ halfLife, unit }: MemoryDefinition): MemoryOptions {
  return { halfLife, unit: unit === 'groups' ? 'seasons' : 'rewards' };
}

/** The declared baseline reward, or the middle of the range where none is declared. */
function usualReward({ baselineReward: reward, definition }: CheckedDefinition): number {
  const { min, max } = definition.reward;
  if (reward === undefined || reward === 'per-call') return (min + max) / 2;
  return typeof reward === 'number' ? reward : (reward.min + reward.max) / 2;
}

function proposerOf({ proposer, split }: PolicyDefinition): ProposerDefinition {
  const kind = proposer?.kind ?? POLICY_DEFAULTS.proposer;
  const usual = split === undefined ? POLICY_DEFAULTS.boldness : POLICY_DEFAULTS.splitBoldness;
  return { kind, boldness: proposer?.boldness ?? usual };
}

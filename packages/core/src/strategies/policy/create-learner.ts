/**
 * Makes the learner of a policy: its book, its proposer and the defaults of its model.
 *
 * The model starts from the belief that every action pays the declared baseline reward, or the
 * middle of the range where none is declared, give or take a quarter of the range.
 */
import { uniformAt } from '../../base/counter-random.ts';
import { HedgerowError } from '../../base/errors.ts';
import { keyedUniformAt, wordsFromText } from '../../base/keyed-random.ts';
import { describeValue } from '../../base/require.ts';
import type { FeatureMap } from '../../expectation/feature-map.ts';
import { lacksConstant } from '../../expectation/lacks-constant.ts';
import type { KernelEngine } from '../../model/kernel/ridge-kernel.ts';
import { curiousProposer, type RewardBeliefs } from '../../proposal/curious-proposer.ts';
import { greedyProposer } from '../../proposal/greedy-proposer.ts';
import type { Proposer } from '../../proposal/proposer.ts';
import { thompsonProposer } from '../../proposal/thompson-proposer.ts';
import { HedgeLearner } from '../hedge/hedge-learner.ts';
import type { CheckedDefinition } from './checked-definition.ts';
import { createBook } from './create-book.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import type { PolicyStreams } from './policy-streams.ts';

export interface LearnerChances {
  readonly streams: PolicyStreams;
  /** The coin of whoever runs the policy, in place of the policy's own. */
  readonly coin?: (sequence: number) => number;
}

/** Returns a learner that has seen nothing yet. */
export function createLearner(
  checked: CheckedDefinition,
  featureMap: FeatureMap,
  options: LearnerChances & { readonly engine?: KernelEngine },
): HedgeLearner {
  const { definition } = checked;
  const { reward } = definition;
  const { engine, streams } = options;
  return new HedgeLearner({
    dimension: featureMap.dimension,
    actionCount: featureMap.actionCount,
    book: createBook(checked, featureMap.dimension),
    createProposer: (beliefs) => createProposer(definition, beliefs, streams),
    ridgePenalty: definition.ridgePenalty ?? POLICY_DEFAULTS.ridgePenalty,
    rewardOffset: declaredReward(checked) ?? (reward.min + reward.max) / 2,
    priorVariance: ((reward.max - reward.min) / 4) ** 2,
    hintDoubt: POLICY_DEFAULTS.hintDoubt,
    hasIntercept: lacksConstant(featureMap),
    coin: options.coin === undefined ? ownCoin(streams) : checkedCoin(options.coin),
    ...(engine === undefined ? {} : { engine }),
  });
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

function declaredReward({ baselineReward: reward }: CheckedDefinition): number | undefined {
  if (reward === undefined || reward === 'per-call') return undefined;
  return typeof reward === 'number' ? reward : (reward.min + reward.max) / 2;
}

function createProposer(
  definition: PolicyDefinition,
  beliefs: RewardBeliefs,
  { drawSeed }: PolicyStreams,
): Proposer {
  const kind = definition.proposer?.kind ?? POLICY_DEFAULTS.proposer;
  const boldness = definition.proposer?.boldness ?? POLICY_DEFAULTS.boldness;
  switch (kind) {
    case 'optimistic':
      return curiousProposer(beliefs, boldness);
    case 'greedy':
      return greedyProposer();
    case 'thompson':
      return thompsonFromSeed(BigInt(drawSeed!), () => boldness * largerDeviation(beliefs));
  }
}

/** Draws are spread by whichever is larger, so that untried actions are tried. */
function largerDeviation(beliefs: RewardBeliefs): number {
  return Math.sqrt(Math.max(beliefs.noiseVariance(), beliefs.surpriseVariance()));
}

/**
 * Thompson draws must survive a snapshot, so they are numbers by position: the position starts anew
 * in every round. They are no secret, and no coin comes from their seed.
 */
function thompsonFromSeed(seed: bigint, spread: () => number): Proposer {
  return {
    name: 'thompson',
    propose(model, actionCount) {
      let position = (model.observationCount + 1) * DRAWS_APART;
      const random = () => uniformAt(seed, position++);
      return thompsonProposer({ random, spread }).propose(model, actionCount);
    },
  };
}

/** Room for the draws of one round. */
const DRAWS_APART = 2 ** 24;

/**
 * Makes the learner of a policy: its book, its proposer and the defaults of its model.
 *
 * The model starts from the belief that every action pays the declared baseline reward, or the
 * middle of the range where none is declared, give or take a quarter of the range.
 */
import { uniformAt } from '../../base/counter-random.ts';
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

/** Returns a learner that has seen nothing yet. */
export function createLearner(
  checked: CheckedDefinition,
  featureMap: FeatureMap,
  engine: KernelEngine | undefined,
): HedgeLearner {
  const { definition } = checked;
  const { reward } = definition;
  const seed = BigInt(definition.seed!);
  return new HedgeLearner({
    dimension: featureMap.dimension,
    actionCount: featureMap.actionCount,
    book: createBook(checked, featureMap.dimension),
    createProposer: (beliefs) => createProposer(definition, beliefs),
    ridgePenalty: definition.ridgePenalty ?? POLICY_DEFAULTS.ridgePenalty,
    rewardOffset: declaredReward(checked) ?? (reward.min + reward.max) / 2,
    priorVariance: ((reward.max - reward.min) / 4) ** 2,
    hintDoubt: POLICY_DEFAULTS.hintDoubt,
    hasIntercept: lacksConstant(featureMap),
    coin: (sequence) => uniformAt(seed, sequence),
    ...(engine === undefined ? {} : { engine }),
  });
}

function declaredReward({ baselineReward: reward }: CheckedDefinition): number | undefined {
  if (reward === undefined || reward === 'per-call') return undefined;
  return typeof reward === 'number' ? reward : (reward.min + reward.max) / 2;
}

function createProposer(definition: PolicyDefinition, beliefs: RewardBeliefs): Proposer {
  const kind = definition.proposer?.kind ?? POLICY_DEFAULTS.proposer;
  const boldness = definition.proposer?.boldness ?? POLICY_DEFAULTS.boldness;
  switch (kind) {
    case 'optimistic':
      return curiousProposer(beliefs, boldness);
    case 'greedy':
      return greedyProposer();
    case 'thompson':
      return thompsonFromSeed(definition, () => boldness * largerDeviation(beliefs));
  }
}

/** Draws are spread by whichever is larger, so that untried actions are tried. */
function largerDeviation(beliefs: RewardBeliefs): number {
  return Math.sqrt(Math.max(beliefs.noiseVariance(), beliefs.surpriseVariance()));
}

/**
 * Thompson draws must survive a snapshot, so they are numbers by position as well: the position
 * starts anew in every round, at a place far from the coins that the round count names.
 */
function thompsonFromSeed(definition: PolicyDefinition, spread: () => number): Proposer {
  const seed = BigInt(definition.seed!);
  return {
    name: 'thompson',
    propose(model, actionCount) {
      let position = (model.observationCount + 1) * DRAWS_APART;
      const random = () => uniformAt(seed, position++);
      return thompsonProposer({ random, spread }).propose(model, actionCount);
    },
  };
}

/** Room for the draws of one round; also keeps them away from the coins of a long life. */
const DRAWS_APART = 2 ** 24;

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
import { createProposer, drawsFromSeed } from '../learners/create-proposer.ts';
import { HedgeLearner } from '../learners/hedge/hedge-learner.ts';
import type { ProposerDefinition } from '../learners/learner-definition.ts';
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
export function policyLearner(
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
    createProposer: (beliefs) =>
      createProposer(proposerOf(definition), beliefs, drawsFromSeed(BigInt(streams.drawSeed ?? 0))),
    ridgePenalty: definition.ridgePenalty ?? POLICY_DEFAULTS.ridgePenalty,
    rewardOffset: declaredReward(checked) ?? (reward.min + reward.max) / 2,
    priorVariance: ((reward.max - reward.min) / 4) ** 2,
    hintDoubt: POLICY_DEFAULTS.hintDoubt,
    hasIntercept: lacksConstant(featureMap),
    execution: definition.execution ?? POLICY_DEFAULTS.execution,
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

function proposerOf({ proposer }: PolicyDefinition): ProposerDefinition {
  const kind = proposer?.kind ?? POLICY_DEFAULTS.proposer;
  return { kind, boldness: proposer?.boldness ?? POLICY_DEFAULTS.boldness };
}

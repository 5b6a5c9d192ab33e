/**
 * `hedge`, the default strategy: any proposer behind a book that keeps the promise soundly.
 *
 *     context seen   a distribution; exact contexts and contexts revealed later are used if they come
 *     proposer       optimistic, learning from baseline rounds and from the declared baseline reward
 *     gate           cumulative, by the betting certificate: needs a reward floor, no model, no variance
 *
 * This is the form for researchers, one round after the other with every reward at once. The policy
 * (policy/policy.ts) is the form for everybody else: named, with late rewards, receipts and snapshots.
 */
import { HedgerowError } from '../base/errors.ts';
import type { FeatureMap } from '../expectation/feature-map.ts';
import { lacksConstant } from '../expectation/lacks-constant.ts';
import { curiousProposer } from '../proposal/curious-proposer.ts';
import { BOLDNESS, HINT_DOUBT } from './learners/hedge/hedge-defaults.ts';
import { HedgeLearner, type HedgeLearnerOptions } from './learners/hedge/hedge-learner.ts';
import { mappedStrategy } from './mapped-strategy.ts';
import type { Strategy } from './strategy.ts';

type Given = 'book' | 'ridgePenalty';

/**
 * The book (knownBaselineBook, coinBook, observedBook) and the ridge penalty must be given. Defaults:
 * the curious proposer, offset 0, prior variance from the baseline's size, hints doubted by a fifth, an
 * intercept if the map is known to have none.
 */
export interface HedgeOptions
  extends Partial<Omit<HedgeLearnerOptions, Given | 'dimension' | 'actionCount' | 'execution'>>,
    Pick<HedgeLearnerOptions, Given> {
  readonly featureMap: FeatureMap;
}

/** Returns the default strategy. */
export function hedge({ featureMap, ...options }: HedgeOptions): Strategy {
  const learner = new HedgeLearner({
    createProposer: (beliefs) => curiousProposer(beliefs, BOLDNESS),
    rewardOffset: 0,
    priorVariance: null,
    hintDoubt: HINT_DOUBT,
    hasIntercept: lacksConstant(featureMap),
    coin: missingCoin,
    ...options,
    dimension: featureMap.dimension,
    actionCount: featureMap.actionCount,
    execution: 'assume',
  });
  return mappedStrategy({
    name: 'hedge',
    featureMap,
    learner,
    sight: 'distribution',
    feedback: 'either',
  });
}

function missingCoin(): never {
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'coin must be given where the baseline reward is unknown',
    received: 'absent',
    remedy: 'Pass a function of the decision number, for example (n) => keyedUniformAt(key, n).',
  });
}

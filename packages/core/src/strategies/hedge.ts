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
import { requireLength } from '../base/require.ts';
import type { FeatureMap } from '../expectation/feature-map.ts';
import { lacksConstant } from '../expectation/lacks-constant.ts';
import type { KernelEngine } from '../model/kernel/ridge-kernel.ts';
import { curiousProposer, type RewardBeliefs } from '../proposal/curious-proposer.ts';
import type { Proposer } from '../proposal/proposer.ts';
import type { SafetyBook } from '../safety/books/safety-book.ts';
import { rewardWithoutDecision } from './call-order.ts';
import { type Decision, type MutableDecision, startingDecision } from './decision.ts';
import type { HedgeDecision } from './hedge/hedge-decision.ts';
import { BOLDNESS, HINT_DOUBT } from './hedge/hedge-defaults.ts';
import { HedgeLearner } from './hedge/hedge-learner.ts';
import type { Ticket } from './hedge/ticket.ts';
import type { Observation, Situation, Strategy } from './strategy.ts';

export interface HedgeOptions {
  readonly featureMap: FeatureMap;
  /** Keeps the promise: knownBaselineBook, coinBook or observedBook. */
  readonly book: SafetyBook;
  /** λ: ridge penalty of the proposer's model. */
  readonly ridgePenalty: number;
  /** Makes the proposer; curious with boldness 1.5 by default. */
  readonly createProposer?: (beliefs: RewardBeliefs) => Proposer;
  /** What an action pays for all the model knows at the start. Default 0. */
  readonly rewardOffset?: number;
  /** How far untried actions may pay from the offset, squared; from the baseline's size by default. */
  readonly priorVariance?: number;
  /** Share by which a declared baseline reward may be off; null takes no hint. Default 0.2. */
  readonly hintDoubt?: number | null;
  /** Whether a constant is learnt beside the features. Default: if the map is known to have none. */
  readonly hasIntercept?: boolean;
  /** Uniform numbers by decision, for the coin of an unknown baseline. */
  readonly coin?: (sequence: number) => number;
  readonly engine?: KernelEngine;
}

/** Returns the default strategy. */
export function hedge(options: HedgeOptions): Strategy {
  return new HedgeStrategy(options);
}

class HedgeStrategy implements Strategy {
  readonly name = 'hedge';
  readonly #featureMap: FeatureMap;
  readonly #learner: HedgeLearner;
  readonly #decision: MutableDecision;
  #ticket: Ticket | null = null;

  constructor(options: HedgeOptions) {
    const { featureMap } = options;
    this.#featureMap = featureMap;
    this.#learner = new HedgeLearner({
      dimension: featureMap.dimension,
      actionCount: featureMap.actionCount,
      createProposer: (beliefs) => curiousProposer(beliefs, BOLDNESS),
      rewardOffset: 0,
      priorVariance: null,
      hintDoubt: HINT_DOUBT,
      hasIntercept: lacksConstant(featureMap),
      coin: missingCoin,
      ...options,
    });
    this.#decision = startingDecision(this.#learner.model.kernel.upperBounds);
  }

  decide(situation: Situation): Decision {
    this.#featureMap.expectedFeatures(situation.context, this.#learner.expectedFeatures);
    const decided = this.#learner.decide(situation.baseline);
    this.#learner.book.confirm(decided.ticket.entry);
    this.#ticket = decided.ticket;
    return this.#write(decided);
  }

  observe(observation: Observation): void {
    const ticket = this.#ticket;
    if (ticket === null) throw rewardWithoutDecision();
    this.#learner.settle(ticket, observation.reward, this.#features(ticket, observation));
    this.#ticket = null;
  }

  estimateWeights(into: Float64Array): void {
    this.#learner.takeInRewards();
    this.#learner.estimateWeights(into);
  }

  #features(ticket: Ticket, { context }: Observation): Float64Array {
    if (context === undefined) return ticket.features;
    requireLength('observation.context', context, this.#featureMap.contextDimension);
    const features = new Float64Array(this.#featureMap.dimension);
    this.#featureMap.features(ticket.playedAction, context, features, 0);
    return features;
  }

  #write(decided: HedgeDecision): Decision {
    const decision = this.#decision;
    decision.playedAction = decided.playedAction;
    decision.chosenBy = decided.chosenBy;
    decision.reason = decided.reason;
    decision.optimisticAction = decided.proposedAction;
    decision.margin = decided.quote.margin;
    return decision;
  }
}

function missingCoin(): never {
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'coin must be given where the baseline reward is unknown',
    received: 'absent',
    remedy: 'Pass a function of the decision number, for example (n) => keyedUniformAt(key, n).',
  });
}

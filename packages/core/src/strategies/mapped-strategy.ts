/**
 * A strategy is a feature map and a learner: situation in, decision out.
 *
 *     situation.context ──featureMap──▶ expectedFeatures ──learner──▶ decision
 *
 * Paper: Algorithm 1, lines 4 and 5 (see μ_t, set Ψ_t); the learner does the rest.
 */
import { HedgerowError } from '../base/errors.ts';
import { requireLength } from '../base/require.ts';
import type { ContextDistribution } from '../context/context-distribution.ts';
import { hasSpread } from '../context/has-spread.ts';
import type { FeatureMap } from '../expectation/feature-map.ts';
import { rewardWithoutDecision } from './learners/call-order.ts';
import type { Decision } from './learners/decision.ts';
import type { Learner } from './learners/learner.ts';
import type { Ticket } from './learners/ticket.ts';
import type { Observation, Situation, Strategy } from './strategy.ts';

export interface MappedStrategyOptions {
  readonly name: string;
  readonly featureMap: FeatureMap;
  readonly learner: Learner;
  /** What the strategy is able to work with: only an exactly known context, or any distribution. */
  readonly sight: 'exact' | 'distribution';
  /**
   * What becomes of the context as it turned out: it is never used, must be given, or is used if it is.
   * Rewards are then regressed on the features of the context that really came.
   */
  readonly feedback: 'hidden' | 'revealed' | 'either';
}

/** Returns the strategy that these two halves make. */
export function mappedStrategy(options: MappedStrategyOptions): Strategy {
  return new MappedStrategy(options);
}

class MappedStrategy implements Strategy {
  readonly name: string;
  readonly #options: MappedStrategyOptions;
  #ticket: Ticket | null = null;

  constructor(options: MappedStrategyOptions) {
    this.name = options.name;
    this.#options = options;
  }

  decide(situation: Situation): Decision {
    const { featureMap, learner, sight, name } = this.#options;
    if (sight === 'exact') requireExact(situation.context, name);
    featureMap.expectedFeatures(situation.context, learner.expectedFeatures);
    const decision = learner.decide(situation.baseline);
    this.#ticket = decision.ticket;
    return decision;
  }

  observe(observation: Observation): void {
    const ticket = this.#ticket;
    if (ticket === null) throw rewardWithoutDecision();
    this.#options.learner.settle(ticket, observation.reward, this.#revealed(ticket, observation));
    this.#ticket = null;
  }

  estimateWeights(into: Float64Array): void {
    this.#options.learner.estimateWeights(into);
  }

  /** Features of the context that came; undefined if they are not used. */
  #revealed(ticket: Ticket, { context }: Observation): Float64Array | undefined {
    const { featureMap, feedback, name } = this.#options;
    if (feedback === 'hidden') return undefined;
    if (context === undefined) {
      if (feedback === 'either') return undefined;
      throw contextMissing(name);
    }
    requireLength('observation.context', context, featureMap.contextDimension);
    const features = new Float64Array(featureMap.dimension);
    featureMap.features(ticket.playedAction, Float64Array.from(context), features, 0);
    return features;
  }
}

function requireExact(context: ContextDistribution, name: string): void {
  if (!hasSpread(context)) return;
  throw new HedgerowError({
    code: 'HR_CONTEXT_NOT_EXACT',
    rule: `${name} must be shown the exact context`,
    received: `a distribution of kind "${context.kind}"`,
    remedy: 'Pass exact(…), or use contextUcb or conservativeContextUcb, which take forecasts.',
  });
}

function contextMissing(name: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `observation.context must be given to ${name} with feedback "revealed"`,
    received: 'absent',
    remedy: 'Pass the context as it turned out, or choose feedback "hidden".',
  });
}

/**
 * Joins a feature map to a linear learner: situation in, decision out.
 *
 *     situation.context ──featureMap──▶ expectedFeatures ──learner──▶ decision
 *
 * Paper: Algorithm 1, lines 4 and 5 (see μ_t, set Ψ_t); the learner does the rest. The named
 * strategies beside this file differ only in the options they give to the two halves.
 */
import { HedgerowError } from '../base/errors.ts';
import { requireLength } from '../base/require.ts';
import type { ContextDistribution } from '../context/context-distribution.ts';
import { hasSpread } from '../context/has-spread.ts';
import type { FeatureMap } from '../expectation/feature-map.ts';
import type { ContextFeedback } from '../safety/paper/kirschner-krause-radius.ts';
import type { Decision } from './decision.ts';
import { LinearLearner, type LinearLearnerOptions } from './linear-learner.ts';
import type { Observation, Situation, Strategy } from './strategy.ts';

/** What a strategy is able to work with: only an exactly known context, or any distribution. */
export type ContextSight = 'exact' | 'distribution';

export interface MappedStrategyOptions {
  readonly name: string;
  readonly featureMap: FeatureMap;
  readonly sight: ContextSight;
  /** With `revealed`, rewards are regressed on the features of the context that really came. */
  readonly feedback: ContextFeedback;
  readonly learner: Omit<LinearLearnerOptions, 'dimension' | 'actionCount'>;
}

/** Returns the strategy that these two halves make. */
export function mappedStrategy(options: MappedStrategyOptions): Strategy {
  return new MappedStrategy(options);
}

class MappedStrategy implements Strategy {
  readonly name: string;
  readonly #options: MappedStrategyOptions;
  readonly #learner: LinearLearner;
  readonly #revealedFeatures: Float64Array;
  #playedAction = 0;

  constructor(options: MappedStrategyOptions) {
    const { dimension, actionCount } = options.featureMap;
    this.name = options.name;
    this.#options = options;
    this.#learner = new LinearLearner({ ...options.learner, dimension, actionCount });
    this.#revealedFeatures = new Float64Array(dimension);
  }

  decide(situation: Situation): Decision {
    const { featureMap, sight, name } = this.#options;
    if (sight === 'exact') requireExact(situation.context, name);
    featureMap.expectedFeatures(situation.context, this.#learner.expectedFeatures);
    const decision = this.#learner.decide(situation.baseline);
    this.#playedAction = decision.playedAction;
    return decision;
  }

  observe(observation: Observation): void {
    if (this.#options.feedback === 'hidden') this.#learner.observe(observation.reward, 1);
    else this.#observeRevealed(observation);
  }

  #observeRevealed(observation: Observation): void {
    const { featureMap, name } = this.#options;
    const context = Float64Array.from(requireRevealed(observation.context, name));
    requireLength('observation.context', context, featureMap.contextDimension);
    featureMap.features(this.#playedAction, context, this.#revealedFeatures, 0);
    this.#learner.learn(this.#revealedFeatures, observation.reward, 1);
  }

  estimateWeights(into: Float64Array): void {
    this.#learner.model.kernel.estimateWeights(into);
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

function requireRevealed(context: ArrayLike<number> | undefined, name: string): ArrayLike<number> {
  if (context !== undefined) return context;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `observation.context must be given to ${name} with feedback "revealed"`,
    received: 'absent',
    remedy: 'Pass the context as it turned out, or choose feedback "hidden".',
  });
}

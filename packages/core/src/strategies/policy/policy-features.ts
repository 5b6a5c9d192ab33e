/**
 * From what a caller says of the context to the features that a learner sees.
 */
import { HedgerowError } from '../../base/errors.ts';
import type { ContextDistribution } from '../../context/context-distribution.ts';
import { hasSpread } from '../../context/has-spread.ts';
import type { FeatureMap } from '../../expectation/feature-map.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import { featureMapOf } from './feature-map-of.ts';
import { type FeatureName, featureNames } from './feature-names.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { requireLearnable } from './require-learnable.ts';
import { type ContextValue, createVariables, type Variables } from './variables.ts';

export class PolicyFeatures {
  readonly map: FeatureMap;
  readonly #definition: PolicyDefinition;
  readonly #variables: Variables;
  /** Expected features of all actions, in declared order. */
  readonly #expected: Float64Array;

  constructor(definition: PolicyDefinition) {
    this.#definition = definition;
    this.#variables = createVariables(definition.context);
    this.map = featureMapOf(definition, this.#variables);
    this.#expected = new Float64Array(this.map.actionCount * this.map.dimension);
  }

  /** What the features are, for people. */
  get names(): (FeatureName | null)[] {
    return featureNames(this.#definition, this.#variables, this.map.dimension);
  }

  /** Reads a forecast and averages the features of all actions over it. */
  read(value: ContextValue): ContextDistribution {
    const context = this.#variables.read(value);
    this.show(context);
    this.#requireLearnable(this.#expected);
    return context;
  }

  /** The same for a forecast that was read before. */
  show(context: ContextDistribution): void {
    this.map.expectedFeatures(context, this.#expected);
  }

  /** Writes the features that were read or shown last, one row for each of these actions. */
  write(actions: readonly number[], into: Float64Array): void {
    const { dimension, actionCount } = this.map;
    if (actions.length === actionCount) {
      into.set(this.#expected);
      return;
    }
    actions.forEach((action, row) => {
      const start = action * dimension;
      into.set(this.#expected.subarray(start, start + dimension), row * dimension);
    });
  }

  /** Returns the features of an action in a context that was revealed; undefined if none was. */
  revealed(action: number, value: ContextValue | undefined): Float64Array | undefined {
    if (value === undefined) return undefined;
    const context = this.#variables.read(value);
    if (hasSpread(context)) throw notRevealed();
    const features = new Float64Array(this.map.dimension);
    this.map.features(action, context.mean, features, 0);
    this.#requireLearnable(features);
    return features;
  }

  #requireLearnable(features: Float64Array): void {
    const { ridgePenalty = POLICY_DEFAULTS.ridgePenalty } = this.#definition;
    requireLearnable(features, ridgePenalty);
  }
}

function notRevealed(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'a revealed context must be known exactly',
    received: 'a distribution with spread',
    remedy: 'Give plain numbers, or leave the context out.',
  });
}

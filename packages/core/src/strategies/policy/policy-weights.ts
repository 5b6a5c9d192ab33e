/**
 * What a policy has learnt: the estimated weight of each feature and how sure it is.
 *
 *     estimate ± 2 deviations, in reward units
 *
 * The deviation is that of the receipt's bounds (`curious-proposer.ts`), along one feature alone. With
 * features made from actions and context by default, contexts and attributes run from −1 to 1 over
 * their ranges: a weight is what moving from the middle of a range to its end changes, and the level
 * is what is earned in the middle of all of them.
 */
import type { Beliefs } from '../learners/hedge/beliefs.ts';
import type { FeatureName } from './feature-names.ts';
import { LIKELY_DEVIATIONS } from './likely-deviations.ts';

export interface PolicyWeights {
  /** Number of rewards learnt from. */
  readonly observationCount: number;
  readonly weights: readonly WeightBounds[];
}

export interface WeightBounds {
  /** What the feature is, for people: "P1197 · temperature". */
  readonly name: string;
  /** Estimated weight, in reward units for each unit of the feature. */
  readonly estimate: number;
  /** The weight likely lies between these (about 95 %, if the model is right). */
  readonly low: number;
  readonly high: number;
}

/** Returns the weights that are believed, all rewards taken in. */
export function policyWeights(
  beliefs: Beliefs,
  names: readonly (FeatureName | null)[],
): PolicyWeights {
  const estimates = new Float64Array(names.length);
  beliefs.estimateWeights(estimates);
  const weights = names.flatMap((feature, index) => {
    if (feature === null) return [];
    const estimate = estimates[index]! + (feature.isLevel ? beliefs.rewardOffset : 0);
    return [weightBounds(feature.name, estimate, beliefs.weightDeviation(index))];
  });
  return { observationCount: beliefs.rewardCount, weights: [...weights, ...interceptOf(beliefs)] };
}

/** A constant that is learnt because the feature map has none comes last, as the level of all actions. */
function interceptOf(beliefs: Beliefs): WeightBounds[] {
  const intercept = beliefs.intercept();
  return intercept === null
    ? []
    : [weightBounds('level', intercept.prediction, intercept.deviation)];
}

function weightBounds(name: string, estimate: number, deviation: number): WeightBounds {
  const reach = LIKELY_DEVIATIONS * deviation;
  return { name, estimate, low: estimate - reach, high: estimate + reach };
}

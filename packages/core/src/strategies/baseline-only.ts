/**
 * Follows the baseline in every round: the yardstick that any strategy must beat to be of use.
 */
import type { FeatureMap } from '../expectation/feature-map.ts';
import { requireBaselineAction } from './baseline-choice.ts';
import type { MutableDecision } from './decision.ts';
import type { Strategy } from './strategy.ts';

export interface BaselineOnlyOptions {
  readonly featureMap: FeatureMap;
}

/** Returns the strategy that always does what is done today. */
export function baselineOnly(options: BaselineOnlyOptions): Strategy {
  const { actionCount } = options.featureMap;
  const decision: MutableDecision = {
    playedAction: 0,
    chosenBy: 'baseline',
    reason: 'baseline-only',
    optimisticAction: null,
    confidenceRadius: null,
    upperBounds: new Float64Array(actionCount).fill(Number.POSITIVE_INFINITY),
    learnerTotalLowerBound: null,
    margin: null,
  };
  return {
    name: 'baselineOnly',
    decide({ baseline }) {
      requireBaselineAction(baseline, actionCount);
      decision.playedAction = baseline.action;
      return decision;
    },
    observe() {},
    estimateWeights(into) {
      into.fill(0);
    },
  };
}

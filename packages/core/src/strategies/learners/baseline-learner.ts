/**
 * Follows the baseline in every round and learns nothing.
 */
import { type BaselineChoice, requireBaselineAction } from './baseline-choice.ts';
import { type Decision, type MutableDecision, startingDecision } from './decision.ts';
import type { Learner } from './learner.ts';

export interface BaselineLearnerOptions {
  readonly dimension: number;
  readonly actionCount: number;
}

/** Returns the learner that always does what is done today. */
export function baselineLearner({ dimension, actionCount }: BaselineLearnerOptions): Learner {
  const ticket = { sequence: 0, playedAction: 0, features: new Float64Array(dimension) };
  const upperBounds = new Float64Array(actionCount).fill(Number.POSITIVE_INFINITY);
  const decision: MutableDecision = {
    ...startingDecision(upperBounds, ticket),
    reason: 'baseline-only',
  };
  return {
    expectedFeatures: new Float64Array(actionCount * dimension),
    confidenceSet: null,
    decide(baseline: BaselineChoice, count: number = actionCount): Decision {
      requireBaselineAction(baseline, count);
      ticket.sequence += 1;
      ticket.playedAction = baseline.action;
      decision.playedAction = baseline.action;
      decision.proposedAction = baseline.action;
      return decision;
    },
    settle() {},
    provedSlack: () => null,
    estimateWeights: (into) => {
      into.fill(0);
    },
  };
}

/**
 * What a strategy answers in one round, and why.
 *
 * A strategy reuses ONE decision object, so that a round allocates nothing: read it before the
 * next `decide`, or copy it.
 */

import type { HedgeReason } from './hedge/hedge-decision.ts';

/** Who chose the action that is played. */
export type Chooser = 'learner' | 'baseline';

/** Why this action is played; stable names, safe to store. */
export type DecisionReason =
  | HedgeReason
  /** The strategy has no gate: the optimistic action is played whatever it may cost. */
  | 'no-gate'
  /** The optimistic action keeps the promise even in the worst case. */
  | 'optimistic-is-safe'
  /** The optimistic action is not certified, but another action is, and it may beat the baseline. */
  | 'best-safe-action'
  /** The strategy follows the baseline always. */
  | 'baseline-only';

export interface Decision {
  /** Index of the action to play. */
  readonly playedAction: number;
  readonly chosenBy: Chooser;
  readonly reason: DecisionReason;
  /** x′: index of the action with the largest upper bound; null if the strategy proposes none. */
  readonly optimisticAction: number | null;
  /** β used in this round, in units of the V-norm; null if the strategy has none. */
  readonly confidenceRadius: number | null;
  /** Upper bound of each action's expected reward. A view: overwritten by the next round. */
  readonly upperBounds: Float64Array;
  /** L: least that the learner's rounds earn if the candidate is played; null without a gate. */
  readonly learnerTotalLowerBound: number | null;
  /** Room left by the candidate, in reward units, negative if it is refused; null without a gate. */
  readonly margin: number | null;
}

/** The same, while it is being written. */
export type MutableDecision = { -readonly [Field in keyof Decision]: Decision[Field] };

/** A decision in which nothing has been decided yet. */
export function startingDecision(upperBounds: Float64Array): MutableDecision {
  return {
    playedAction: 0,
    chosenBy: 'baseline',
    reason: 'not-certified',
    optimisticAction: null,
    confidenceRadius: null,
    upperBounds,
    learnerTotalLowerBound: null,
    margin: null,
  };
}

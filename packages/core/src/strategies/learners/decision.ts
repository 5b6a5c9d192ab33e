/**
 * What a learner answers in one round, and why.
 *
 * Learners may reuse ONE decision object, so that a round allocates nothing: read it before the next
 * `decide`, or copy it.
 */
import type { HedgeReason } from './hedge/hedge-decision.ts';
import type { Ticket } from './ticket.ts';

/** Who chose the action that is played. */
export type Chooser = 'learner' | 'baseline';

/** Why this action is played; stable names, safe to store. */
export type DecisionReason =
  | HedgeReason
  /** There is no gate: the optimistic action is played whatever it may cost. */
  | 'no-gate'
  /** The optimistic action keeps the promise even in the worst case. */
  | 'optimistic-is-safe'
  /** The optimistic action is not certified, but another action is, and it may beat the baseline. */
  | 'best-safe-action'
  /** The baseline is followed always. */
  | 'baseline-only';

export interface Decision {
  /** To be given back with the reward. */
  readonly ticket: Ticket;
  /** Index of the action to play. */
  readonly playedAction: number;
  readonly chosenBy: Chooser;
  readonly reason: DecisionReason;
  /** x′: index of the action that the learner would like to play, whether or not it is. */
  readonly proposedAction: number;
  /** Probability with which the proposal is played; below 1 where a coin decides, 0 if it is refused. */
  readonly playProbability: number;
  /** What was claimed of the promised slack before this round; null if nothing was. */
  readonly provedSlack: number | null;
  /** β used in this round, in units of the V-norm; null if there is none. */
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

export type MutableTicket = { -readonly [Field in keyof Ticket]: Ticket[Field] };

/** A decision in which nothing has been decided yet. */
export function startingDecision(upperBounds: Float64Array, ticket: Ticket): MutableDecision {
  return {
    ticket,
    playedAction: 0,
    chosenBy: 'baseline',
    reason: 'not-certified',
    proposedAction: 0,
    playProbability: 0,
    provedSlack: null,
    confidenceRadius: null,
    upperBounds,
    learnerTotalLowerBound: null,
    margin: null,
  };
}

/**
 * The contract of everything that plays: shown expected features and the baseline, it answers with a
 * decision, and is told the reward with the decision's ticket.
 *
 *     expectedFeatures ──decide──▶ decision, with a ticket ──settle──▶ what it knows next time
 *
 * A strategy is a feature map and a learner. The lab, whose worlds write expected features themselves,
 * plays learners; so do the command and the page. `create-learner.ts` makes all of them.
 */
import type { ConfidenceRadius } from '../../model/confidence-radius.ts';
import type { RidgeModel } from '../../model/ridge-model.ts';
import type { BaselineChoice } from './baseline-choice.ts';
import type { Decision } from './decision.ts';
import type { Ticket } from './ticket.ts';

export interface Learner {
  /** Expected features ψ, one action after the other; write them before `decide`. */
  readonly expectedFeatures: Float64Array;
  /** Where it believes the true weights to be; null if it has no such set. */
  readonly confidenceSet: ConfidenceSet | null;
  /**
   * Chooses one of the first `actionCount` actions (all of them if absent) and books it. The answer
   * may be overwritten by the next call.
   */
  decide(baseline: BaselineChoice, actionCount?: number): Decision;
  /**
   * Takes the reward of an earlier decision; `features` are φ if its context was revealed. Only hedge
   * takes rewards late: the others must hear each before the next decision.
   */
  settle(ticket: Ticket, reward: number, features?: Float64Array): void;
  /** What it claims of the promised slack now, in reward units; null if it claims nothing. */
  provedSlack(): number | null;
  /** Writes θ̂ into `into`; all zeros before anything has been learnt. */
  estimateWeights(into: Float64Array): void;
}

/** ‖θ̂ − θ*‖ in V ≤ the radius. */
export interface ConfidenceSet {
  readonly model: RidgeModel;
  readonly radius: ConfidenceRadius;
}

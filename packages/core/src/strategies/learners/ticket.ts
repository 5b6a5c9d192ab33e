/**
 * What is kept of one decision until its reward has come.
 *
 * Whoever holds the tickets (a strategy, a policy, the lab) gives them back with the reward.
 */
export interface Ticket {
  /** Order in which decisions were made, counted from 1. */
  readonly sequence: number;
  readonly playedAction: number;
  /** ψ of the action played, with which its reward is learnt if the context stays hidden. */
  readonly features: Float64Array;
}

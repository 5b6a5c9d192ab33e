/**
 * What is kept of one decision until its reward has come, and for corrections after that.
 *
 * Plain data but for the features: whoever holds the tickets (a policy, the lab) stores them.
 */
import type { BookEntry } from '../../safety/books/safety-book.ts';

export interface Ticket {
  /** Order in which decisions were made, counted from 1. Rewards are taken in this order. */
  readonly sequence: number;
  readonly playedAction: number;
  /** ψ of the action played, with which its reward is learnt if the context stays hidden. */
  readonly features: Float64Array;
  readonly entry: BookEntry;
}

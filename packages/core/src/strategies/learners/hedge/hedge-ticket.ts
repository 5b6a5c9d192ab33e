/**
 * A ticket of `hedge`: it also holds the line of the book, for news and corrections, however late.
 *
 * Plain data but for the features: a policy stores it in its snapshots.
 */
import type { BookEntry } from '../../../safety/books/safety-book.ts';
import type { Ticket } from '../ticket.ts';

export interface HedgeTicket extends Ticket {
  readonly entry: BookEntry;
  /** Age of the learner's memory when the reward was learnt, for corrections; absent before. */
  learntAt?: number;
}

/**
 * What hedge answers in one round, and why.
 */
import type { Offer, Quote } from '../../../safety/books/safety-book.ts';
import type { Decision } from '../decision.ts';
import type { HedgeTicket } from './hedge-ticket.ts';

/** Why the played action is played; stable names, safe to store. */
export type HedgeReason =
  /** The proposal keeps the promise even if it pays as little as it can. */
  | 'proposal-is-safe'
  /** The proposal was allowed, but the coin gave this round to the baseline, to measure it. */
  | 'held-out'
  /** Only in a preview: the proposal is allowed, and a coin that is not flipped yet will decide. */
  | 'coin-decides'
  /** If the proposal paid as little as it can, the promise could break. */
  | 'not-certified'
  /** The baseline's action is also what the learner would play. */
  | 'proposal-is-baseline'
  /** The policy only watches: the baseline plays, whatever the learner would have done. */
  | 'shadow'
  /** Something was in doubt: the caller asked for the baseline, or a check failed. */
  | 'safe-mode';

export interface HedgeDecision extends Decision {
  readonly ticket: HedgeTicket;
  readonly reason: HedgeReason;
  /** Whether the proposal does not look best, and is named to go on learning of it. */
  readonly isSecondLook: boolean;
  readonly provedSlack: number;
  readonly margin: number;
  readonly quote: Quote;
  readonly offer: Offer;
  /** Whether a coin decides between the proposal and the baseline. */
  readonly isCoinRound: boolean;
  /** Its number, unless this is a rehearsal; the proposal is played if it is below q. */
  readonly coin: number | null;
  /** Probability of each row, given all that was known before anything was drawn. */
  readonly propensities: readonly number[];
  /** The lot of exploration; null where there is none. */
  readonly lot: ExplorationLot | null;
}

export interface ExplorationLot {
  readonly share: number;
  /** Null in a rehearsal. A lot was drawn if it is below the share. */
  readonly number: number | null;
  readonly isDrawn: boolean;
}

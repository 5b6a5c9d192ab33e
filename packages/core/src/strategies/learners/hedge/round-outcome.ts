/**
 * Who plays, once the book has said what it thinks of the proposal.
 *
 *     the proposal is the baseline's action     baseline
 *     the book does not allow it                baseline
 *     it is allowed                             the proposal, or a coin, where the baseline is unknown
 */
import type { Player, Quote } from '../../../safety/books/safety-book.ts';
import type { HedgeReason } from './hedge-decision.ts';

export interface RoundOutcome {
  readonly player: Player;
  readonly reason: HedgeReason;
  readonly isCoinRound: boolean;
  readonly coin: number | null;
}

/** The outcome of a round in which only the baseline may be played. */
export function baselinePlays(reason: HedgeReason): RoundOutcome {
  return { player: 'baseline', reason, isCoinRound: false, coin: null };
}

/** Returns what the book says; where a coin will decide, the likelier side of it. */
export function foreseenOutcome(quote: Quote, isProposalBaseline: boolean): RoundOutcome {
  if (isProposalBaseline) return baselinePlays('proposal-is-baseline');
  if (!quote.mayPlay) return baselinePlays('not-certified');
  if (quote.playProbability >= 1) {
    return { player: 'proposal', reason: 'proposal-is-safe', isCoinRound: false, coin: null };
  }
  const player = quote.playProbability >= 0.5 ? 'proposal' : 'held-out';
  return { player, reason: 'coin-decides', isCoinRound: true, coin: null };
}

/** Returns how a coin of this number decides. */
export function coinOutcome(quote: Quote, coin: number): RoundOutcome {
  const isHeldOut = coin >= quote.playProbability;
  return {
    player: isHeldOut ? 'held-out' : 'proposal',
    reason: isHeldOut ? 'held-out' : 'proposal-is-safe',
    isCoinRound: true,
    coin,
  };
}

/**
 * With which probability each action is played, given all that is known before the coin is flipped: the forecast, the
 * books, and what is proposed.
 *
 *     P(a) = (1 − share) · played(a | the proposal) + share · mean over the lots l of played(a | l)
 *     played(a | x)   x with the probability that the book allows it, and otherwise the baseline
 *
 * What would be refused counts for the baseline, so each term is what could really have happened. Whose wish the proposal
 * is, and whether it was drawn (Thompson), is part of what is known: weights made of these probabilities are right all
 * the same, and where an action has none the log says nothing of it.
 */
import type { Quote } from '../../../safety/books/safety-book.ts';
import type { ExplorationTerms } from './exploration-lot.ts';

export interface PropensityInput {
  readonly actionCount: number;
  readonly baselineAction: number;
  readonly proposedAction: number;
  readonly exploration: ExplorationTerms | null;
  /** What the book says of a row. */
  readonly quoteOf: (row: number) => Quote;
}

/** Returns the probability of each row; they add up to 1. */
export function propensitiesOf(input: PropensityInput): readonly number[] {
  const { actionCount, baselineAction, proposedAction, exploration, quoteOf } = input;
  const probabilities = noChances(actionCount);
  let isBaselinePossible = false;
  const wish = (row: number, weight: number) => {
    const played = row === baselineAction ? 0 : playedWith(quoteOf(row));
    if (played < 1) isBaselinePossible = true;
    if (played > 0) probabilities[row]! += weight * played;
  };
  const { share, rows } = exploration ?? NO_LOT;
  wish(proposedAction, 1 - share);
  for (const row of rows) wish(row, share / rows.length);
  if (!isBaselinePossible) return probabilities;
  let others = 0;
  for (let row = 0; row < actionCount; row++) others += probabilities[row]!;
  probabilities[baselineAction] = Math.max(1 - others, 0);
  return probabilities;
}

/** Returns the probabilities of a round that is the baseline's, whatever is proposed. */
export function certainBaseline(actionCount: number, baselineAction: number): readonly number[] {
  const probabilities = noChances(actionCount);
  probabilities[baselineAction] = 1;
  return probabilities;
}

/** A plain list: short typed arrays cost more to make and to collect than all else here. */
function noChances(actionCount: number): number[] {
  return new Array<number>(actionCount).fill(0);
}

/** With which probability the book lets a proposal be played. */
function playedWith({ mayPlay, playProbability }: Quote): number {
  return mayPlay ? Math.min(playProbability, 1) : 0;
}

const NO_LOT: ExplorationTerms = { share: 0, rows: [] };

/**
 * What is proposed where the book tells actions apart and does not allow the favourite.
 *
 * The rule of dominance: the most promising action that costs no more slack than a round with the
 * baseline would earn, and looks better than it. Spending slack on second choices would only delay the
 * first; so if there is none, the favourite stays proposed, and the baseline is played.
 */
import type { Quote } from '../../../safety/books/safety-book.ts';

export interface ChoiceInput {
  readonly favourite: number;
  readonly baselineAction: number;
  readonly actionCount: number;
  readonly quoteOf: (action: number) => Quote;
  /** Predicted reward of an action. */
  readonly predictionOf: (action: number) => number;
  /** What the baseline is expected to earn. */
  readonly usualReward: () => number;
  /** Upper bound of an action's reward, by which the favourite was chosen. */
  readonly hopeOf: (action: number) => number;
}

/** Returns the action to propose. */
export function chooseAffordable(input: ChoiceInput): number {
  const { favourite, baselineAction, quoteOf, hopeOf } = input;
  if (favourite === baselineAction || quoteOf(favourite).mayPlay) return favourite;
  const usual = input.usualReward();
  const byHope = Array.from({ length: input.actionCount }, (_, action) => action)
    .filter((action) => action !== baselineAction && input.predictionOf(action) > usual)
    .sort((a, b) => hopeOf(b) - hopeOf(a));
  const dominant = byHope.find((action) => {
    const quote = quoteOf(action);
    return quote.mayPlay && quote.increment >= 0;
  });
  return dominant ?? favourite;
}

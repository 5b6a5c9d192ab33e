/**
 * The receipt for callers who may ask for decisions but not read the books.
 *
 * Whoever sees the margin move with every answer can work out rewards that others reported, and the probability of a
 * coin moves with it. So such a key learns what to do and which kind of reason there is, and no amount.
 */
import { SENTENCES } from '../decisions/views/site-receipt.ts';
import type { DecisionReceipt } from '../wire.ts';

/** What tells of the books, or of what others reported. */
type Amount = 'margin' | 'coin' | 'bounds' | 'propensity' | 'propensities' | 'exploration';

export type BriefReceipt = Omit<DecisionReceipt, Amount>;

/** Returns the receipt without amounts; that of a preview has no place in the journal. */
export function briefReceipt<Given extends Amounts>(receipt: Given): Brief<Given> {
  const { margin, coin, bounds, propensity, propensities, exploration, ...open } = receipt;
  return { ...open, explanation: SENTENCES[receipt.reason], change: [] };
}

type Amounts = Pick<DecisionReceipt, Amount | 'reason'>;
export type Brief<Given> = Omit<Given, Amount> & Pick<DecisionReceipt, 'explanation' | 'change'>;

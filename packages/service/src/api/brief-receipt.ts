/**
 * The receipt for callers who may ask for decisions but not read the books.
 *
 * Whoever sees the margin move with every answer can work out rewards that others reported. So such
 * a key learns what to do and which kind of reason there is, and no amount.
 */
import { SENTENCES } from '../decisions/views/site-receipt.ts';
import type { DecisionReceipt } from '../wire.ts';

export type BriefReceipt = Omit<DecisionReceipt, 'margin' | 'coin' | 'bounds'>;

/** Returns the receipt without amounts; that of a preview has no place in the journal. */
export function briefReceipt<Given extends Amounts>(receipt: Given): Brief<Given> {
  const { margin, coin, bounds, ...open } = receipt;
  return { ...open, explanation: SENTENCES[receipt.reason], change: [] };
}

type Amounts = Pick<DecisionReceipt, 'margin' | 'coin' | 'bounds' | 'reason'>;
export type Brief<Given> = Omit<Given, 'margin' | 'coin' | 'bounds'> &
  Pick<DecisionReceipt, 'explanation' | 'change'>;

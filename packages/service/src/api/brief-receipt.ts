/**
 * The receipt for callers who may ask for decisions but not read the books.
 *
 * Whoever sees the margin move with every answer can work out rewards that others reported. So such
 * a key learns what to do and which kind of reason there is, and no amount.
 */
import type { DecisionReceipt, WireReason } from '../wire.ts';

export type BriefReceipt = Omit<DecisionReceipt, 'margin' | 'coin' | 'bounds'>;

const SENTENCES: { readonly [Reason in WireReason]: string } = {
  'proposal-is-safe': 'The proposal keeps the promise even if it pays as little as it can.',
  'held-out': 'The proposal was allowed, but a coin gave this round to the baseline.',
  'coin-decides': 'The proposal is allowed; a coin will decide.',
  'not-certified': 'The proposal could break the promise, so the baseline is played.',
  'proposal-is-baseline': 'The baseline is also what looks best.',
  'tried-on-a-part': 'The proposal is tried on as much of it as keeps the promise.',
  'safe-mode': 'The baseline is played because the policy is in safe mode.',
  shadow: 'The baseline is played because the policy only watches.',
  halted: 'The baseline is played because the state of the policy is in doubt.',
};

/** Returns the JSON text of the brief receipt; the same bytes for the same receipt. */
export function briefReceiptText(receiptText: string): string {
  return JSON.stringify(briefReceipt(JSON.parse(receiptText) as DecisionReceipt));
}

/** Returns the receipt without amounts; that of a preview has no place in the journal. */
export function briefReceipt<Given extends Amounts>(receipt: Given): Brief<Given> {
  const { margin, coin, bounds, ...open } = receipt;
  return { ...open, explanation: SENTENCES[receipt.reason], change: [] };
}

type Amounts = Pick<DecisionReceipt, 'margin' | 'coin' | 'bounds' | 'reason'>;
type Brief<Given> = Omit<Given, 'margin' | 'coin' | 'bounds'> &
  Pick<DecisionReceipt, 'explanation' | 'change'>;

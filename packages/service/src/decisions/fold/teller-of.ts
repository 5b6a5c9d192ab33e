/**
 * Who tells what a receipt shows, for each generation: made once, and kept as long as the generation is.
 */
import { type ReceiptTeller, receiptTeller } from '@hedgerow/core/receipts';
import type { Generation } from './policy-state.ts';
import { grantedDefinition } from './reserve-grant.ts';

const tellers = new WeakMap<object, ReceiptTeller>();

export function tellerOf(generation: Pick<Generation, 'definition' | 'reserve'>): ReceiptTeller {
  const known = tellers.get(generation);
  if (known !== undefined) return known;
  const teller = receiptTeller(grantedDefinition(generation.definition, generation.reserve));
  tellers.set(generation, teller);
  return teller;
}

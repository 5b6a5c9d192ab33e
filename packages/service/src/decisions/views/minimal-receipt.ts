/**
 * The receipt for callers who ask thousands of times and only want to know what to do: no reasons in words, no bounds, no amounts.
 *
 * The whole receipt is in the journal all the same, and can be looked at by its id. Nothing is left in that a key which may not read
 * the books must not see.
 */
import type { DecisionReceipt, MinimalReceipt } from '../../wire.ts';

export function minimalReceipt(receipt: DecisionReceipt): MinimalReceipt {
  const { id, action, chosenBy, reason, mode, subject, parts } = receipt;
  return {
    ...{ id, action, chosenBy, reason, mode },
    ...(subject === undefined ? {} : { subject }),
    ...(parts === undefined ? {} : { parts }),
  };
}

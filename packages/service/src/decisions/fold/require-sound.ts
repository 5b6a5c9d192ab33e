/**
 * The last look at a receipt before it goes out.
 */
import { type Receipt, rederive } from '@hedgerow/core';

/** Stops before a receipt goes out whose own numbers do not lead to its action. */
export function requireSound(receipt: Receipt, expectedId: string | null): void {
  const { before, ifProposed, worstIncrement, after } = receipt.margin;
  const derived = rederive(receipt);
  const isSound =
    receipt.id === expectedId &&
    [before, ifProposed, worstIncrement, after].every(Number.isFinite) &&
    derived.action === receipt.action &&
    derived.chosenBy === receipt.chosenBy;
  if (isSound) return;
  throw new Error(
    `A receipt must follow from its own numbers, but ${receipt.id} (expected ${expectedId}) has margins ${before}, ${ifProposed}, ${after} and plays ${receipt.action}.`,
  );
}

/**
 * The promise of a policy as its receipts carry it: in words, how sure, resting on what, kept by which
 * mathematics.
 */
import type { CheckedDefinition } from './checked-definition.ts';
import { certificateName } from './create-book.ts';
import { type InGroup, promiseAssumptions } from './promise-assumptions.ts';
import type { ReceiptPromise } from './receipt.ts';

/** Returns the promise as it stands for a decision beside `othersInFlight`. */
export function promiseOf(
  checked: CheckedDefinition,
  othersInFlight: number,
  inGroup?: InGroup,
): ReceiptPromise {
  return {
    text: checked.promiseText,
    failureProbability: checked.failureProbability,
    assumptions: promiseAssumptions(checked.definition, othersInFlight, inGroup),
    certificate: certificateName(checked),
  };
}

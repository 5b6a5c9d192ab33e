/**
 * The promise of a policy as its receipts carry it: in words, how sure, resting on what, kept by which
 * mathematics.
 */
import type { CheckedDefinition } from './checked-definition.ts';
import { certificateName } from './create-book.ts';
import { promiseAssumptions } from './promise-assumptions.ts';
import type { ReceiptPromise } from './receipt.ts';

/** Returns the promise as it stands for a decision beside `othersInFlight`. */
export function promiseOf(
  checked: CheckedDefinition,
  othersInFlight: number,
  group?: string,
): ReceiptPromise {
  return {
    text: checked.promiseText,
    failureProbability: checked.failureProbability,
    assumptions: promiseAssumptions(checked.definition, othersInFlight, group),
    certificate: certificateName(checked),
  };
}

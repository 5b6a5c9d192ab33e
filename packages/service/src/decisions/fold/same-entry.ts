/**
 * Whether two bodies of entries say the same.
 *
 * Sentences for people are left out: they may be worded better in a later version, which must still
 * be able to take in what an earlier one wrote; so are the names of assumptions, which earlier versions
 * did not write. The chain of hashes covers them all the same.
 */
import type { EntryBody } from '../../journal/entry.ts';
import { writeEntryText } from '../../journal/entry-text.ts';

export function saysTheSame(a: EntryBody, b: EntryBody): boolean {
  return writeEntryText(a) === writeEntryText(b) || numbersOf(a) === numbersOf(b);
}

function numbersOf(body: EntryBody): string {
  if (body.kind !== 'decided') return writeEntryText(body);
  const { receipt } = body;
  const { failureProbability, certificate } = receipt.promise;
  const promise = { text: '', assumptions: [], failureProbability, certificate };
  return writeEntryText({
    ...body,
    receipt: { ...receipt, explanation: '', change: [], promise },
  });
}

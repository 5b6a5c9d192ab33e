/**
 * What may not be done with a line of a book.
 */
import { HedgerowError } from '../../base/errors.ts';
import type { BookEntry } from './safety-book.ts';

/** Refuses to take back what has been executed or resolved: the round took place, or did not. */
export function requireIssued(entry: BookEntry): void {
  if (entry.execution === 'issued') return;
  throw new HedgerowError({
    code: 'HR_CALL_ORDER',
    rule: 'only a decision that is neither executed nor resolved can be taken back',
    received: entry.execution,
  });
}

/**
 * Lines of a book: how they are made, and when they may be taken back.
 */
import { HedgerowError } from '../../base/errors.ts';
import type { BookEntry } from './safety-book.ts';
import type { SlackAccount } from './slack-account.ts';

/** Returns a fresh line: issued, without a reward. */
export function entryOf(
  issued: Pick<BookEntry, 'player' | 'increment' | 'fallbackIncrement' | 'stake'>,
): BookEntry {
  return { ...issued, execution: 'issued', reward: null };
}

/**
 * Marks an issued line as executed and books its credit; the debit was booked when it was issued.
 * Returns false, and does nothing, if it is executed or resolved already.
 */
export function confirmEntry(entry: BookEntry, account: SlackAccount): boolean {
  if (entry.execution !== 'issued') return false;
  account.add(entry.player === 'proposal' ? Math.max(0, entry.increment) : entry.increment);
  entry.execution = 'executed';
  return true;
}

/** Refuses to take back what has been executed or resolved: the round took place, or did not. */
export function requireIssued(entry: BookEntry): void {
  if (entry.execution === 'issued') return;
  throw new HedgerowError({
    code: 'HR_CALL_ORDER',
    rule: 'only a decision that is neither executed nor resolved can be taken back',
    received: entry.execution,
  });
}

/**
 * How long rewards are waited for (`rewardWithin`), by a clock of the journal's own.
 *
 * Decisions whose reward has not come in time are given up, the oldest first and up to a number: an entry says up to
 * which one (`expired`), and from then on each is the worst that it can be, for ever. Their books do not change, because
 * that is what they count as from the start.
 *
 * Giving up cannot be taken back, and the clock of a machine may jump by ten years. So what counts is the time between
 * one entry and the next, and of that an eighth of `rewardWithin` at most: a clock that jumps makes nothing
 * older than that, and while nothing is written of a policy, nothing of it grows old. Which decision was made
 * by when is remembered at every sixty-fourth of the time, so that it takes a few numbers however many wait.
 */
import type { PolicyDefinition } from '@hedgerow/core';

export interface ExpiryBook {
  /** Nothing is expected any more of decisions up to this one. */
  through: number;
  /** Milliseconds that have passed, as far as they count. */
  clock: number;
  /** When the last entry was written; null before one was that counts. */
  lastAt: string | null;
  /** Decisions before a number were made before the clock said so; oldest first. */
  marks: (readonly [sequence: number, clock: number])[];
}

const DAY_MS = 86_400_000;
/** Share of the time waited for that counts between two entries, at most. */
const GAP_SHARE = 1 / 8;
/** Share of it after which another mark is set. */
const MARK_SHARE = 1 / 64;
/** Decisions that are given up in one entry, at most. */
const AT_ONCE = 5000;

export function emptyExpiry(): ExpiryBook {
  return { through: 0, clock: 0, lastAt: null, marks: [] };
}

/** An entry was written at this time, after so many decisions. */
export function passTime(
  book: ExpiryBook,
  { rewardWithin }: PolicyDefinition,
  { time, sequence }: { readonly time: string; readonly sequence: number },
): void {
  if (rewardWithin === undefined) {
    book.lastAt = null;
    book.marks = [];
    return;
  }
  const within = DAY_MS * rewardWithin.days;
  const gap = book.lastAt === null ? 0 : Date.parse(time) - Date.parse(book.lastAt);
  book.clock += Math.min(Math.max(gap, 0), GAP_SHARE * within);
  book.lastAt = time;
  const [made, markedAt] = book.marks.at(-1) ?? [book.through + 1, Number.NEGATIVE_INFINITY];
  if (sequence + 1 > made && book.clock - markedAt >= MARK_SHARE * within) {
    book.marks.push([sequence + 1, book.clock]);
  }
  // Of those that are old enough the newest says all.
  while (book.marks.length > 1 && book.clock - book.marks[1]![1] >= within) book.marks.shift();
}

/** Returns up to which decision may be given up now; null if there is none. */
export function expiryDue(book: ExpiryBook, { rewardWithin }: PolicyDefinition): number | null {
  const [oldest] = book.marks;
  if (rewardWithin === undefined || oldest === undefined) return null;
  const [made, markedAt] = oldest;
  if (book.clock - markedAt < DAY_MS * rewardWithin.days || made - 1 <= book.through) return null;
  return Math.min(made - 1, book.through + AT_ONCE);
}

/**
 * Why a decision is given up: what `cancel` and `fellBack` have to be told.
 *
 * The proof needs that a decision that is not carried out says nothing of what its action would have earned.
 * Only whoever gives it up knows, so it is asked, and nothing is assumed where nothing is said.
 */
import { HedgerowError } from '../../base/errors.ts';
import { describeValue } from '../../base/require.ts';
import type { GiveUpReason } from '../../safety/books/safety-book.ts';

export interface GiveUp {
  /**
   * `unrelated`: the cause says nothing about what the action would have earned. `newer-information`:
   * somebody knew more than at the decision; in doubt, this one.
   */
  readonly reason: GiveUpReason;
  /** In your own words; nothing is made of it. */
  readonly note?: string;
}

const REASONS: readonly unknown[] = [
  'unrelated',
  'newer-information',
] satisfies readonly GiveUpReason[];

/** Refuses a decision that is given up without a reason, or for one that does not exist. */
export function requireGiveUp(why: unknown): asserts why is GiveUp {
  const reason = typeof why === 'object' && why !== null ? (why as GiveUp).reason : undefined;
  if (REASONS.includes(reason)) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: "reason must be 'unrelated' or 'newer-information': whether the cause says nothing about what the action would have earned, or somebody knew more than at the decision",
    received: describeValue(reason),
    remedy: "If in doubt, 'newer-information' is safe.",
  });
}

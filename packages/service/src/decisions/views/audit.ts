/**
 * The audit of a policy: was the promise kept, how sure, where was it tightest, is the chain whole.
 *
 * The whole proof is `hedgerow verify`; this answers in a moment, from the books and from the newest
 * entries, and says how many it looked at.
 */
import { rederive } from '@hedgerow/core';
import { decisionId } from '../../journal/decision-id.ts';
import type { Decided } from '../../journal/entry.ts';
import { checkChain } from '../../journal/entry-hash.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { Journal, StoredEntry } from '../../journal/journal.ts';
import type { AuditView, PolicyView } from '../../wire.ts';
import { auditAlarms, auditSummary } from './audit-sentences.ts';

/** What is asked of the state. */
export interface AuditSubject {
  readonly view: PolicyView;
  readonly tightest: { readonly sequence: number; readonly margin: number } | null;
  /** δ of all generations of the policy, added up. */
  readonly failureProbabilityAllGenerations: number;
}

export interface AuditInput {
  readonly journal: Journal;
  readonly subject: AuditSubject;
  readonly failureProbabilityTotal: number;
  /** Number of entries of the whole journal. */
  readonly version: number;
  /** Only what is of this site; everything if absent. */
  readonly site?: string;
}

/** How many of the newest entries are checked. */
const CHECKED_ENTRIES = 1_000;

export async function auditPolicy(input: AuditInput): Promise<AuditView> {
  const { view, tightest, failureProbabilityAllGenerations } = input.subject;
  const { id: policy, generation } = view;
  const newest = await readNewest(input);
  const receipts = newest
    .flatMap((entry) => receiptOf(entry) ?? [])
    .filter(({ site }) => input.site === undefined || site === input.site);
  const mismatches = receipts.filter((receipt) => !isDerived(receipt)).map(({ id }) => id);
  const isWhole = isChainWhole(newest);
  // Books that cannot be trusted prove nothing, however well they look.
  const isTrusted = isWhole && view.health.state === 'ok';
  const isKept = isTrusted && isProved(view, tightest) && mismatches.length === 0;
  const named = tightest && {
    id: decisionId({ policy, generation, sequence: tightest.sequence }),
    margin: tightest.margin,
  };
  return {
    policy,
    generation,
    isKept,
    summary: auditSummary({
      view,
      isKept,
      tightest: named,
      mismatchCount: mismatches.length,
      failureProbabilityAllGenerations,
    }),
    promise: view.promise,
    unit: view.unit,
    decisions: view.counts.decisions,
    tightest: named,
    mismatches,
    rederivedCount: receipts.length,
    failureProbabilityAllGenerations,
    failureProbabilityTotal: input.failureProbabilityTotal,
    journal: {
      entries: view.version,
      headHash: view.headHash,
      isWhole,
      checkedCount: input.site === undefined ? newest.length : receipts.length,
    },
    alarms: auditAlarms({ view, isWhole, mismatchCount: mismatches.length }),
  };
}

/** Whether the budget was never below zero, nor is it now that rewards may have been corrected. */
function isProved({ margin, definition }: PolicyView, tightest: AuditSubject['tightest']): boolean {
  const isOverdrawn = margin !== null && margin < 0 && (definition.window ?? 1) === 1;
  return !isOverdrawn && (tightest === null || tightest.margin >= 0);
}

function readNewest({ journal, subject, version }: AuditInput): Promise<readonly StoredEntry[]> {
  const { id } = subject.view;
  return journal.read(id, Math.max(0, version - CHECKED_ENTRIES), CHECKED_ENTRIES);
}

/** Whether each entry fits its hash and follows from the one before. */
function isChainWhole(entries: readonly StoredEntry[]): boolean {
  const first = entries[0];
  if (first === undefined) return true;
  const before = { version: first.position - 1, hash: first.previousHash };
  return checkChain(before, entries) === null;
}

function receiptOf({ text }: StoredEntry): Decided['receipt'] | null {
  try {
    const body = readEntryText(text);
    return body.kind === 'decided' ? body.receipt : null;
  } catch {
    return null;
  }
}

/** Whether the receipt's own numbers lead to its action; where nothing was booked, the baseline. */
export function isDerived(receipt: Decided['receipt']): boolean {
  const { reason, margin } = receipt;
  if (reason === 'halted') {
    return receipt.chosenBy === 'baseline' && receipt.action === receipt.baseline.action;
  }
  // What is not a number must not pass: `null >= 0` is true.
  const { before, ifProposed, worstIncrement, after } = margin;
  const numbers: unknown[] = [before, ifProposed, worstIncrement, after];
  if (!numbers.every((number) => typeof number === 'number')) return false;
  const derived = rederive({ ...receipt, reason });
  return derived.action === receipt.action && derived.chosenBy === receipt.chosenBy;
}

/**
 * The audit of a policy: was the promise kept, how sure, where was it tightest, is the chain whole.
 *
 * The whole proof is `hedgerow verify`; this answers in a moment, from the books and from the newest
 * entries, and says how many it looked at.
 */
import { isKept as isBudgetKept, rederive } from '@hedgerow/core';
import { decisionId } from '../../journal/decision-id.ts';
import type { Decided } from '../../journal/entry.ts';
import { checkChain } from '../../journal/entry-hash.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { Head, Journal, StoredEntry } from '../../journal/journal.ts';
import type { AuditView, PolicyView } from '../../wire.ts';
import { auditAlarms, auditSummary, budgetUnit, type SummaryInput } from './audit-sentences.ts';

/** What is asked of the state. */
export interface AuditSubject {
  readonly view: PolicyView;
  /** Smallest budget that was left after any decision since the first trial. */
  readonly tightest: { readonly sequence: number; readonly margin: number } | null;
  /** The newest decision; 0 before the first. */
  readonly lastSequence: number;
  /** The smallest budget of all sites at present; null where one site is asked about, or nothing is known. */
  readonly least: { readonly site: string | null; readonly margin: number } | null;
  /** δ of all generations of the policy, added up. */
  readonly failureProbabilityAllGenerations: number;
}

export interface AuditInput {
  readonly journal: Journal;
  readonly subject: AuditSubject;
  readonly failureProbabilityTotal: number;
  /** Number of entries of the whole journal. */
  readonly version: number;
  /** Lets others work in between. */
  readonly pause: () => Promise<unknown>;
  /** Only what is of this site; everything if absent. */
  readonly site?: string;
}

/** How many of the newest entries are checked. */
const CHECKED_ENTRIES = 1_000;
/** How many of them without a pause. */
const CHECKED_AT_ONCE = 100;

export async function auditPolicy(input: AuditInput): Promise<AuditView> {
  const { view, tightest, lastSequence, failureProbabilityAllGenerations } = input.subject;
  const least = input.subject.least ?? ofView(view);
  const { id: policy, generation } = view;
  const { isWhole, mismatches, rederivedCount, readCount } = await checkNewest(input);
  // Books that cannot be trusted prove nothing, however well they look.
  const isTrusted = isWhole && view.health.state === 'ok';
  const isKept =
    isTrusted && isProved({ ...view, margin: least.margin }, tightest) && mismatches.length === 0;
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
      least,
      latestId: decisionId({ policy, generation, sequence: lastSequence }),
      mismatches,
      failureProbabilityAllGenerations,
    }),
    promise: view.promise,
    unit: budgetUnit(view),
    decisions: view.counts.decisions,
    tightest: named,
    mismatches,
    rederivedCount,
    failureProbabilityAllGenerations,
    failureProbabilityTotal: input.failureProbabilityTotal,
    journal: {
      entries: view.version,
      headHash: view.headHash,
      isWhole,
      checkedCount: input.site === undefined ? readCount : rederivedCount,
    },
    alarms: auditAlarms({ view, isWhole, mismatchCount: mismatches.length }),
  };
}

/** The budget of the one site that is asked about. */
function ofView({ margin }: PolicyView): SummaryInput['least'] {
  return { site: null, margin };
}

/** Whether the budget was never below zero, nor is it now that rewards may have been corrected. */
function isProved({ margin, definition }: PolicyView, tightest: AuditSubject['tightest']): boolean {
  const isKeptNow = margin === null || isBudgetKept(margin, definition.window);
  return isKeptNow && (tightest === null || isBudgetKept(tightest.margin, definition.window));
}

interface Newest {
  /** Whether each entry fits its hash and follows from the one before. */
  isWhole: boolean;
  /** Decisions that do not follow from their own numbers. */
  readonly mismatches: string[];
  rederivedCount: number;
  readCount: number;
}

/** Reads the newest entries and looks at each, some at a time. */
async function checkNewest(input: AuditInput): Promise<Newest> {
  const { journal, subject, version, site, pause } = input;
  const newest: Newest = { isWhole: true, mismatches: [], rederivedCount: 0, readCount: 0 };
  let head: Head | null = null;
  let position = Math.max(0, version - CHECKED_ENTRIES);
  while (newest.readCount < CHECKED_ENTRIES) {
    const entries = await journal.read(subject.view.id, position, CHECKED_AT_ONCE);
    const last = entries.at(-1);
    if (last === undefined) break;
    head ??= { version: position, hash: entries[0]!.previousHash };
    newest.isWhole &&= checkChain(head, entries) === null;
    head = { version: last.position, hash: last.hash };
    position = last.position;
    checkReceipts(newest, entries, site);
    await pause();
  }
  return newest;
}

function checkReceipts(newest: Newest, entries: readonly StoredEntry[], site?: string): void {
  newest.readCount += entries.length;
  for (const entry of entries) {
    const receipt = receiptOf(entry);
    if (receipt === null || (site !== undefined && receipt.site !== site)) continue;
    newest.rederivedCount += 1;
    if (!isDerived(receipt)) newest.mismatches.push(receipt.id);
  }
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

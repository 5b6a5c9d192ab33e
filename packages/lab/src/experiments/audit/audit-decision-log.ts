/**
 * Was the promise kept in one life? An audit of a decision log.
 *
 *   1  every decision follows from its own numbers (`rederive`)
 *   2  none is missing, and all were made under one promise
 *   3  the booked budget is whole: never below 0 since the first trial nor at the end, where the promise
 *      is about every moment, and never less before a decision than it was after the one before it
 *
 *   4  with the policy, and with the truth where it is known: the budget is not more than can be
 *      proved, or than was true (audit-claims.ts)
 *
 * The budget is what is proved of the true slack, so a budget that stays above 0 is the promise kept,
 * but for the failure probability. The first three compare the books with themselves: only the fourth
 * can find books that count wrong.
 */
import { isKept, type Receipt, rederive } from '@hedgerow/core';
import { auditClaims, type ClaimsAudit } from './audit-claims.ts';
import type { AuditTerms } from './audit-terms.ts';
import type { DecisionLogRow } from './decision-log.ts';
import type { LogFinding } from './log-finding.ts';
import type { TruthByDecision } from './truth-file.ts';

/** Budgets may differ by this share of their size for rounding alone. */
const ROUNDING_SHARE = 1e-9;

export interface DecisionLogAudit {
  readonly format: 'hedgerow-audit/1';
  readonly subject: 'decision-log';
  readonly promise: string;
  readonly failureProbability: number;
  readonly certificate: string;
  readonly unit: string;
  readonly decisions: number;
  readonly learnerDecisions: number;
  /** Decisions whose reward is in the log, and what they come to. */
  readonly rewards: number;
  readonly rewardTotal: number;
  /** The least budget left after any decision since the first trial, in reward units; null without one. */
  readonly tightest: { readonly budget: number; readonly decision: string } | null;
  /** How often receipts say that the promise rests on more than what is declared, by name. */
  readonly assumptions: Readonly<Record<string, number>>;
  /** The claims compared with what can contradict them; null without the policy. */
  readonly claims: Omit<ClaimsAudit, 'findings'> | null;
  readonly isBroken: boolean;
  readonly findings: readonly LogFinding[];
}

export interface LogAuditOptions {
  /** What the policy promises. */
  readonly terms?: AuditTerms;
  /** The true expected rewards, where they are known; needs `terms`. */
  readonly truth?: TruthByDecision;
}

/** Returns the audit of a log with at least one decision. */
export function auditDecisionLog(
  rows: readonly DecisionLogRow[],
  { terms, truth }: LogAuditOptions = {},
): DecisionLogAudit {
  const receipts = rows.map(({ receipt }) => receipt);
  const { promise, margin } = receipts[0]!;
  const rewards = rows.flatMap(({ reward }) => (typeof reward === 'number' ? [reward] : []));
  // What divided decisions can prove lies in their parts, which a log of receipts does not hold.
  const isCompared = terms !== undefined && terms.subject !== 'realised';
  const claims = isCompared ? auditClaims(rows, terms, truth ?? null) : null;
  const tightest = tightestOf(receipts);
  const findings = [
    // First, because a book that counts wrong makes many small faults besides.
    ...(claims?.findings ?? []),
    ...rows.flatMap((row, index) => [
      ...checkAlone(row),
      ...(index === 0 ? [] : checkAfter(rows[index - 1]!, row)),
    ]),
    ...overdrawn(tightest, receipts.at(-1)!),
    ...checkBudgets(rows),
  ];
  return {
    format: 'hedgerow-audit/1',
    subject: 'decision-log',
    promise: promise.text,
    failureProbability: promise.failureProbability,
    certificate: promise.certificate,
    unit: margin.unit,
    decisions: rows.length,
    learnerDecisions: receipts.filter(({ chosenBy }) => chosenBy === 'learner').length,
    rewards: rewards.length,
    rewardTotal: rewards.reduce((sum, reward) => sum + reward, 0),
    tightest: tightest && { budget: tightest.margin.after, decision: tightest.id },
    assumptions: countAssumptions(rows),
    claims: claims && { provable: claims.provable, truth: claims.truth },
    isBroken: findings.length > 0,
    findings,
  };
}

function countAssumptions(rows: readonly DecisionLogRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { receipt } of rows) {
    for (const name of receipt.promise.assumptions ?? []) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** What one receipt must satisfy by itself. */
function checkAlone({ receipt }: DecisionLogRow): LogFinding[] {
  const { id, action, chosenBy } = receipt;
  const findings: LogFinding[] = [];
  const derived = rederive(receipt);
  if (derived.action !== action || derived.chosenBy !== chosenBy) {
    findings.push({
      decision: id,
      kind: 'not-derived',
      text: `It played ${action} for the ${chosenBy}, but its numbers lead to ${derived.action} for the ${derived.chosenBy}.`,
    });
  }
  return findings;
}

/** Before the first trial nothing is at stake; null if there was none. */
function tightestOf(receipts: readonly Receipt[]): Receipt | null {
  const first = receipts.findIndex(({ chosenBy }) => chosenBy === 'learner');
  if (first === -1) return null;
  return receipts.slice(first).reduce((a, b) => (b.margin.after < a.margin.after ? b : a));
}

/** Where the budget was overdrawn most, by how much, and whether it still is. */
function overdrawn(tightest: Receipt | null, last: Receipt): LogFinding[] {
  // With a longer window the budget may dip below 0 between the moments that are promised about.
  const isOverdrawn = ({ promise, margin }: Receipt) =>
    promise.text.startsWith('At every moment') && !isKept(margin.after);
  const worst = tightest !== null && isOverdrawn(tightest) ? tightest : last;
  if (!isOverdrawn(worst)) return [];
  const now =
    worst === last
      ? 'It is the last decision, so it still is.'
      : isOverdrawn(last)
        ? `After the last one, ${last.id}, it still is, by ${-last.margin.after}.`
        : `After the last one, ${last.id}, it is not any more.`;
  return [
    {
      decision: worst.id,
      kind: 'budget-negative',
      text: `It left the budget overdrawn by ${-worst.margin.after}. ${now}`,
    },
  ];
}

/** What a receipt must satisfy after the one before it. */
function checkAfter(
  { receipt: earlier }: DecisionLogRow,
  { receipt }: DecisionLogRow,
): LogFinding[] {
  const { id: decision, sequence, promise } = receipt;
  const findings: LogFinding[] = [];
  if (sequence !== earlier.sequence + 1) {
    findings.push({
      decision,
      kind: 'decision-missing',
      text: `It is number ${sequence}, but follows number ${earlier.sequence}.`,
    });
  }
  if (promise.text !== earlier.promise.text) {
    findings.push({
      decision,
      kind: 'promise-changed',
      text: `Its promise is "${promise.text}", and no longer "${earlier.promise.text}".`,
    });
  }
  return findings;
}

/** Every site has a budget of its own: it begins where the last decision of the site left it. */
function checkBudgets(rows: readonly DecisionLogRow[]): LogFinding[] {
  const findings: LogFinding[] = [];
  const last = new Map<string | undefined, { readonly receipt: Receipt; readonly index: number }>();
  for (const [index, { receipt }] of rows.entries()) {
    const { id: decision, sequence, margin, site } = receipt;
    const before = last.get(site);
    last.set(site, { receipt, index });
    // Where receipts are missing nobody knows what was left.
    if (before === undefined || sequence - before.receipt.sequence !== index - before.index)
      continue;
    const { after } = before.receipt.margin;
    if (!isContinued(before.receipt, receipt) || !isBelow(margin.before, after)) continue;
    const text = `It began with a budget of ${margin.before}, but the decision before it left ${after}; only a corrected reward explains that.`;
    findings.push({ decision, kind: 'budget-fell', text });
  }
  return findings;
}

/** A new period begins with books of its own, and where nothing was booked no budget is told. */
function isContinued(earlier: Receipt, receipt: Receipt): boolean {
  const isBooked = [earlier, receipt].every(({ reason }) => String(reason) !== 'halted');
  return isBooked && !receipt.promise.text.includes('counted by');
}

function isBelow(budget: number, other: number): boolean {
  return budget < other - rounding(other);
}

function rounding(size: number): number {
  return ROUNDING_SHARE * (1 + Math.abs(size));
}

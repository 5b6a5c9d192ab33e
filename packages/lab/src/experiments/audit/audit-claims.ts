/**
 * Can the budget that receipts claim be true? The part of an audit that can contradict the books.
 *
 *   with the policy   no receipt claims more than the reported rewards can ever prove
 *   with the truth    no receipt claims more than was true, and the true slack was never below 0
 *
 * The truth also knows which decisions shared a hidden state: their receipts must say that the promise
 * rests on its being independent (docs/concepts/certificate.md).
 */
import { HedgerowError } from '@hedgerow/core';
import type { AuditTerms } from './audit-terms.ts';
import { type ClaimCheck, checkClaims, type ExcessiveClaim } from './check-claims.ts';
import type { DecisionLogRow } from './decision-log.ts';
import type { LogFinding } from './log-finding.ts';
import { provableMost } from './provable-most.ts';
import { trueIncrement } from './true-increment.ts';
import type { DecisionTruth, TruthByDecision } from './truth-file.ts';

export interface ClaimsAudit {
  /** Against the most that the rewards in the log can prove. */
  readonly provable: ClaimCheck;
  /** Against the truth; null where none was given. */
  readonly truth: ClaimCheck | null;
  readonly findings: readonly LogFinding[];
}

/** Returns what the claims of a log come to. */
export function auditClaims(
  rows: readonly DecisionLogRow[],
  terms: AuditTerms,
  truthByDecision: TruthByDecision | null,
): ClaimsAudit {
  const provable = checkClaims(terms, rows, (row) => provableMost(terms, row));
  const findings = provable.first === null ? [] : [notProvable(provable.first)];
  if (truthByDecision === null) return { provable, truth: null, findings };
  const truthOf = (row: DecisionLogRow) => requireTruth(truthByDecision, row);
  const truth = checkClaims(terms, rows, (row) => trueIncrement(terms, row, truthOf(row)));
  return {
    provable,
    truth,
    findings: [...findings, ...contradictions(truth), ...unsaid(rows, truthOf)],
  };
}

function contradictions({ claims, excessive, first, firstNegative }: ClaimCheck): LogFinding[] {
  const findings: LogFinding[] = [];
  if (first !== null) {
    findings.push({
      decision: first.decision,
      kind: 'claim-above-truth',
      text: `It claimed a budget of ${first.claimed} ${first.moment} it, but ${first.limit} was true; ${excessive} of ${claims} claims are above the truth.`,
    });
  }
  if (firstNegative !== null) {
    findings.push({
      decision: firstNegative.decision,
      kind: 'promise-broken',
      text: `After it the promise was broken: the true slack was ${firstNegative.sum}, below 0.`,
    });
  }
  return findings;
}

function notProvable({ decision, moment, claimed, limit }: ExcessiveClaim): LogFinding {
  return {
    decision,
    kind: 'claim-not-provable',
    text: `It claimed a budget of ${claimed} ${moment} it, but the rewards and certain parts up to there can prove at most ${limit}.`,
  };
}

/** The first decision that shares a hidden state with an earlier one, and whose receipt is silent. */
function unsaid(
  rows: readonly DecisionLogRow[],
  truthOf: (row: DecisionLogRow) => DecisionTruth,
): LogFinding[] {
  const seen = new Map<string, string>();
  for (const row of rows) {
    const { id: decision, promise } = row.receipt;
    const { shared } = truthOf(row);
    if (shared === undefined || shared === '') continue;
    const earlier = seen.get(shared);
    if (earlier !== undefined && !promise.assumptions?.includes(INDEPENDENCE)) {
      const text = `It shares its hidden state (${shared}) with ${earlier}, but its receipt does not say that the promise rests on such states being independent.`;
      return [{ decision, kind: 'assumption-unsaid', text }];
    }
    seen.set(shared, decision);
  }
  return [];
}

const INDEPENDENCE = 'shared-state-assumed-independent';

function requireTruth(truths: TruthByDecision, { receipt: { id } }: DecisionLogRow): DecisionTruth {
  const truth = truths.get(id);
  if (truth !== undefined) return truth;
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: 'the truth must hold every decision of the log',
    received: `nothing about ${id}`,
  });
}

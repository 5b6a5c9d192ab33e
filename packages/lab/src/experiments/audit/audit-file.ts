/**
 * Audits a text without being told what it is: the summary of an experiment, or a decision log.
 */
import { HedgerowError } from '@hedgerow/core';
import { parseSummary } from '../parse-summary.ts';
import { auditDecisionLog, type DecisionLogAudit } from './audit-decision-log.ts';
import { auditSummary, type SummaryAudit } from './audit-summary.ts';
import { parseAuditTerms } from './audit-terms.ts';
import { logAuditLines, summaryAuditLines } from './audit-text.ts';
import { parseDecisionLog } from './decision-log.ts';
import { parseTruth } from './truth-file.ts';

export type Audit = SummaryAudit | DecisionLogAudit;

/** What a decision log can be compared with, as texts. */
export interface AuditEvidence {
  /** The policy's definition, or the policy as the service shows it. */
  readonly policy?: string;
  /** The truth about its decisions; needs the policy. */
  readonly truth?: string;
}

/** Returns the audit of a summary or of a decision log. */
export function auditText(text: string, { policy, truth }: AuditEvidence = {}): Audit {
  if (isSummary(text)) return auditSummary(parseSummary(text));
  if (truth !== undefined && policy === undefined) throw policyMissing();
  return auditDecisionLog(parseDecisionLog(text), {
    ...(policy === undefined ? {} : { terms: parseAuditTerms(policy) }),
    ...(truth === undefined ? {} : { truth: parseTruth(truth) }),
  });
}

function policyMissing(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'the truth must come with the definition of the policy',
    received: 'the truth alone',
    remedy:
      'Give the definition with --policy: without it the audit does not know what was promised.',
  });
}

/** Returns an audit as lines for people. */
export function auditLines(audit: Audit): string[] {
  return audit.subject === 'experiment' ? summaryAuditLines(audit) : logAuditLines(audit);
}

/** A summary names its format; a line of a log does not. */
function isSummary(text: string): boolean {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null && 'format' in data;
  } catch {
    return false;
  }
}

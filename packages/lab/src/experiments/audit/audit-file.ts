/**
 * Audits a text without being told what it is: the summary of an experiment, or a decision log.
 */
import { parseSummary } from '../parse-summary.ts';
import { auditDecisionLog, type DecisionLogAudit } from './audit-decision-log.ts';
import { auditSummary, type SummaryAudit } from './audit-summary.ts';
import { logAuditLines, summaryAuditLines } from './audit-text.ts';
import { parseDecisionLog } from './decision-log.ts';

export type Audit = SummaryAudit | DecisionLogAudit;

/** Returns the audit of a summary or of a decision log. */
export function auditText(text: string): Audit {
  return isSummary(text)
    ? auditSummary(parseSummary(text))
    : auditDecisionLog(parseDecisionLog(text));
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

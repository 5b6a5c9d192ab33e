/**
 * Audits as plain text for people: one table for an experiment, a few lines for a decision log.
 */

import { alignColumns } from '../align-columns.ts';
import type { DecisionLogAudit } from './audit-decision-log.ts';
import type { CellAudit, SummaryAudit } from './audit-summary.ts';

/** Findings beyond so many are only counted. */
const FINDINGS_SHOWN = 20;

/** Returns the audit of an experiment as lines. */
export function summaryAuditLines(audit: SummaryAudit): string[] {
  if (audit.cells.length === 0) return [`No strategy of ${audit.name} makes a promise.`];
  const rows = [HEADER, ...audit.cells.map(cellColumns)];
  return [
    `The promises of ${audit.name}`,
    '',
    ...alignColumns(rows),
    '',
    `Rate: how often a trial breaks the promise, at ${percent(audit.confidence)} confidence.`,
    'Left: the least share of the allowed loss that was ever left, in which trial and round.',
    ...audit.cells.flatMap(claimSentence),
    ...verdictLines(audit),
  ];
}

/** Even a single wrong claim is told. */
function claimSentence(cell: CellAudit): string[] {
  const { invalidCertificates: wrong, trials, failureProbability, wrongClaim } = cell;
  if (wrong === null || wrong === 0) return [];
  const expected = Number((failureProbability * trials).toPrecision(3));
  const first =
    wrongClaim === null
      ? ''
      : ` First in trial ${wrongClaim.trial}, before round ${wrongClaim.round}: ${short(wrongClaim.claimed)} claimed, ${short(wrongClaim.truth)} true.`;
  return [
    `${cell.strategy} in ${cell.environment} at ${cell.allowedShortfall}: the certificate was wrong in ${wrong} of ${trials} runs (at most ${expected} expected).${first}`,
  ];
}

function verdictLines({ cells }: SummaryAudit): string[] {
  return [
    cells.some(({ verdict }) => verdict === 'broken')
      ? 'At least one promise was broken more often than its strategy allows.'
      : 'No promise was broken more often than its strategy allows.',
    cells.some(({ claims }) => claims === 'broken')
      ? 'At least one strategy claimed more than was true more often than it allows.'
      : 'No strategy claimed more than was true more often than it allows.',
  ];
}

function short(amount: number): number {
  return Number(amount.toPrecision(4));
}

const HEADER = [
  'environment',
  'strategy',
  'shortfall',
  'promise',
  'verdict',
  'broken',
  'rate',
  'allowed',
  'left',
  'trial',
  'round',
  'wrong claims',
];

function cellColumns(cell: CellAudit): string[] {
  return [
    cell.environment,
    cell.strategy,
    String(cell.allowedShortfall),
    cell.promise,
    cell.verdict,
    `${cell.violations} of ${cell.trials}`,
    cell.rateMin === 0
      ? `below ${percent(cell.rateMax)}`
      : `${percent(cell.rateMin)} to ${percent(cell.rateMax)}`,
    percent(cell.failureProbability),
    percent(cell.tightest.shareLeft),
    String(cell.tightest.trial),
    String(cell.tightest.round),
    cell.invalidCertificates === null ? '' : String(cell.invalidCertificates),
  ];
}

/** Returns the audit of a decision log as lines. */
export function logAuditLines(audit: DecisionLogAudit): string[] {
  const { decisions, learnerDecisions, tightest, findings } = audit;
  const amount = (value: number) => `${Number(value.toPrecision(4))} ${audit.unit}`.trim();
  const rewards =
    audit.rewards === 0
      ? 'no rewards in the log'
      : `${audit.rewards} rewards, ${amount(audit.rewardTotal)} in all`;
  return [
    `The promise: ${audit.promise}`,
    `Kept by: ${audit.certificate}`,
    `Failure probability: ${percent(audit.failureProbability)} for this generation; each generation is a promise of its own, and what they may fail with adds up.`,
    `${decisions} decisions, ${learnerDecisions} of them the learner's; ${rewards}.`,
    tightest === null
      ? 'Nothing was tried, so the budget was never at stake.'
      : `The budget was least after ${tightest.decision}: ${amount(tightest.budget)}.`,
    ...assumptionLines(audit),
    ...claimLines(audit, amount),
    ...findings.slice(0, FINDINGS_SHOWN).map(({ decision, text }) => `${decision}: ${text}`),
    ...(findings.length > FINDINGS_SHOWN
      ? [`… and ${findings.length - FINDINGS_SHOWN} more.`]
      : []),
    audit.isBroken
      ? `The log does not bear the promise out: ${findings.length} of its statements are wrong.`
      : 'Every decision follows from its numbers, and the budget was never exceeded.',
  ];
}

function assumptionLines({ assumptions, decisions }: DecisionLogAudit): string[] {
  return Object.entries(assumptions).map(
    ([name, count]) => `${count} of ${decisions} receipts say what they rest on: ${name}.`,
  );
}

/** What the books were compared with, and what became of it. */
function claimLines(
  { claims, failureProbability }: DecisionLogAudit,
  amount: (value: number) => string,
): string[] {
  if (claims === null) {
    return [
      'The books were compared with themselves only: of decisions that are not divided, --policy, and --truth where it is known, compare them with more.',
    ];
  }
  const { provable, truth } = claims;
  const lines = [
    provable.excessive === 0
      ? 'No receipt claims more than the rewards can prove.'
      : `${provable.excessive} of ${provable.claims} claims are above what the rewards can prove.`,
  ];
  if (truth === null) return lines;
  const allowed = `in at most ${percent(failureProbability)} of all lives a claim may be above the truth`;
  return [
    ...lines,
    truth.excessive === 0
      ? 'No receipt claims more than was true.'
      : `The certificate was wrong: ${truth.excessive} of ${truth.claims} claims are above the truth (${allowed}).`,
    `The true slack was least after ${truth.least.decision}: ${amount(truth.least.sum)}.`,
  ];
}

function percent(share: number): string {
  if (!Number.isFinite(share)) return share > 0 ? 'all' : 'none';
  return `${Number((100 * share).toPrecision(3))} %`;
}

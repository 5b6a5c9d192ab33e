/**
 * What one decision truly added to the slack of the promise as it is documented.
 *
 *     expected, played   mean of what was played − shareKept · mean of the baseline + allowance
 *     policy             the same, averaged over the coin: q · proposal + (1 − q) · baseline
 *     observed           outcome − shareKept · yardstick + allowance; the yardstick is the baseline's
 *                        own outcome where it played, else what was declared of it, or what it would
 *                        have earned
 */
import type { AuditTerms } from './audit-terms.ts';
import type { DecisionLogRow } from './decision-log.ts';
import { incrementOf, isDrawn } from './increments.ts';
import type { DecisionTruth } from './truth-file.ts';

/** Returns what the decision added, in reward units. */
export function trueIncrement(
  terms: AuditTerms,
  row: DecisionLogRow,
  truth: DecisionTruth,
): number {
  const above = (earned: number, baseline: number) =>
    earned - terms.shareKept * baseline + terms.allowancePerRound;
  const asBaseline = above(truth.baseline, truth.baseline);
  const asIssued =
    terms.subject === 'observed'
      ? above(outcomeOf(row, truth), yardstickOf(row, truth))
      : above(meanOf(terms, row, truth), truth.baseline);
  return incrementOf(terms, row, { asIssued, asBaseline });
}

function meanOf({ subject }: AuditTerms, row: DecisionLogRow, truth: DecisionTruth): number {
  if (subject !== 'policy' || !isDrawn(row)) return playedOf(row, truth);
  const { playProbability } = row.receipt.coin!;
  return playProbability * truth.proposal + (1 - playProbability) * truth.baseline;
}

function playedOf({ receipt }: DecisionLogRow, truth: DecisionTruth): number {
  return receipt.chosenBy === 'learner' ? truth.proposal : truth.baseline;
}

function outcomeOf(row: DecisionLogRow, truth: DecisionTruth): number {
  return row.reward ?? playedOf(row, truth);
}

function yardstickOf(row: DecisionLogRow, truth: DecisionTruth): number {
  if (row.receipt.chosenBy === 'baseline') return outcomeOf(row, truth);
  return row.receipt.baseline.reward?.max ?? truth.baseline;
}

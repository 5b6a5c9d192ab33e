/**
 * What one decision adds to the slack, by what became of it: the documented table, as plain sums.
 *
 *     executed                        as issued
 *     nothing heard                   as issued if that is a loss, else nothing
 *     fell back to the baseline       as if only the baseline had been asked
 *     void                            nothing
 *     after a coin fell               nothing heard, fell back, void: it stays in the promise as issued,
 *                                     less what it would have earned for certain
 *
 * Written without the core's books, so that it can contradict them.
 */
import type { AuditTerms } from './audit-terms.ts';
import type { DecisionLogRow } from './decision-log.ts';

/** What a decision adds if it is carried out as issued, and if the baseline is played instead. */
export interface Increments {
  readonly asIssued: number;
  readonly asBaseline: number;
}

/** Returns what the decision adds as it stands in the log. */
export function incrementOf(
  terms: AuditTerms,
  row: DecisionLogRow,
  { asIssued, asBaseline }: Increments,
): number {
  const state = stateOf(terms, row);
  if (state === 'executed') return asIssued;
  const isBaselines = row.receipt.chosenBy === 'baseline';
  if (state === 'fell-back' && isBaselines) return asIssued;
  if (isDrawn(row)) return asIssued - Math.max(certainOfCoin(terms, row), 0);
  if (state === 'issued') return Math.min(asIssued, 0);
  return state === 'fell-back' ? asBaseline : 0;
}

/** The least that a coin round adds, whatever it pays within the range in which rewards count. */
function certainOfCoin(terms: AuditTerms, { receipt }: DecisionLogRow): number {
  const { shareKept } = terms;
  const { lowest, highest } = countedRange(terms);
  const allowance = terms.allowancePerRound;
  if (terms.subject === 'policy') {
    const { playProbability } = receipt.coin!;
    const debited = playProbability - (1 - shareKept);
    return playProbability * lowest - debited * (debited > 0 ? highest : lowest) + allowance;
  }
  const isBaselines = receipt.chosenBy === 'baseline';
  return lowest - shareKept * (isBaselines ? lowest : highest) + allowance;
}

/** Rewards are counted up to so many noise scales outside their range. */
const COUNTED_NOISE_SCALES = 5;

/** Returns the range in which rewards are counted, in reward units. */
export function countedRange({ rewardMin, rewardMax, noiseScale }: AuditTerms): {
  readonly lowest: number;
  readonly highest: number;
} {
  const beyond = COUNTED_NOISE_SCALES * noiseScale;
  return { lowest: rewardMin - beyond, highest: rewardMax + beyond };
}

/** Whether a coin decided who plays. */
export function isDrawn({ receipt: { coin } }: DecisionLogRow): boolean {
  return coin !== null && coin.playProbability < 1;
}

/** What is known of the decision; a log that does not say means that all was carried out. */
function stateOf(
  { isConfirmed }: AuditTerms,
  { state, reward }: DecisionLogRow,
): NonNullable<DecisionLogRow['state']> {
  return state ?? (isConfirmed && typeof reward !== 'number' ? 'issued' : 'executed');
}

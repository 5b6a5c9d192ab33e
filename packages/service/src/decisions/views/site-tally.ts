/**
 * Adds up the decisions of one site: counts, sizes, its smallest budget.
 */
import type { DecisionRow } from '../../journal/journal.ts';
import type { PolicyCounts } from '../../wire.ts';

export class SiteTally {
  /** Nothing is expected any more of decisions up to this one. */
  readonly #expiredThrough: number;
  /** Smallest budget that was left after any decision of the site since its first trial. */
  tightest: { readonly sequence: number; readonly margin: number } | null = null;
  lastDecisionAt: string | null = null;
  lastSequence = 0;
  /** Of all decisions together, and what the proposal was tried on; each is 1 where there are no sizes. */
  size = 0;
  triedSize = 0;
  readonly #rows: Record<keyof Omit<PolicyCounts, 'reasons' | 'expired'>, number> = {
    decisions: 0,
    learner: 0,
    baseline: 0,
    pending: 0,
    unresolved: 0,
    rewards: 0,
    corrections: 0,
    fellBack: 0,
    voided: 0,
    rewardTotal: 0,
  };
  readonly #reasons: Record<string, number> = {};
  #expiredCount = 0;

  constructor(expiredThrough: number) {
    this.#expiredThrough = expiredThrough;
  }

  add(row: DecisionRow): void {
    const counts = this.#rows;
    const isUnrewarded =
      row.reward === null && (row.state === 'issued' || row.state === 'executed');
    const isOpen = isUnrewarded && row.sequence > this.#expiredThrough;
    if (isUnrewarded && !isOpen) this.#expiredCount += 1;
    counts.decisions += 1;
    counts[row.chosenBy] += 1;
    if (isOpen) counts.pending += 1;
    if (isOpen && row.state === 'issued') counts.unresolved += 1;
    if (row.state === 'fell-back') counts.fellBack += 1;
    if (row.state === 'void') counts.voided += 1;
    if (row.reward !== null) {
      counts.rewards += 1;
      counts.rewardTotal += row.reward * (row.size ?? 1);
    }
    counts.corrections += row.correctionCount;
    this.#reasons[row.reason] = (this.#reasons[row.reason] ?? 0) + 1;
    this.lastDecisionAt = row.decidedAt;
    this.lastSequence = row.sequence;
    this.size += row.size ?? 1;
    this.triedSize += triedShare(row) * (row.size ?? 1);
    // Before the first trial nothing is at stake.
    if (counts.learner > 0) this.#noteMargin(row);
  }

  /** Grows with everything that the site did. */
  get version(): number {
    const { decisions, rewards, corrections, fellBack, voided, pending, unresolved } = this.#rows;
    // One that was confirmed counts once more, and one that was rewarded twice.
    const heard = pending - unresolved + 2 * rewards;
    return decisions + heard + corrections + fellBack + voided + 2 * this.#expiredCount;
  }

  counts(isAssumed: boolean): PolicyCounts {
    const unresolved = isAssumed ? 0 : this.#rows.unresolved;
    const expired = this.#expiredCount === 0 ? {} : { expired: this.#expiredCount };
    return { ...this.#rows, unresolved, ...expired, reasons: this.#reasons };
  }

  #noteMargin({ marginAfter: margin, sequence }: DecisionRow): void {
    if (margin === null || (this.tightest !== null && this.tightest.margin <= margin)) return;
    this.tightest = { sequence, margin };
  }
}

/** The share of a decision on which the proposal was tried. */
function triedShare({ state, parts, chosenBy }: DecisionRow): number {
  if (state === 'fell-back' || state === 'void') return 0;
  return parts?.share ?? (chosenBy === 'learner' ? 1 : 0);
}

/**
 * Compares what receipts claim of the budget with a sum that can contradict them.
 *
 *     sum after decision t = reserve + Σ over decisions up to t, in its period, of what each added
 *
 * `margin.before` of a receipt is a claim about the decisions before it, `margin.after` about it too.
 * A claim holds however open decisions end, so it is compared with how they did end.
 */
import { HedgerowError } from '@hedgerow/core';
import type { AuditTerms } from './audit-terms.ts';
import type { DecisionLogRow } from './decision-log.ts';

/** Sums may differ by this share of all that was added, for rounding alone. */
const ROUNDING_SHARE = 1e-9;

/** A claim of a receipt that is above the sum. */
export interface ExcessiveClaim {
  readonly decision: string;
  readonly moment: 'before' | 'after';
  readonly claimed: number;
  /** What it may have claimed at most. */
  readonly limit: number;
}

export interface ClaimCheck {
  readonly claims: number;
  readonly excessive: number;
  readonly first: ExcessiveClaim | null;
  /** The least sum at a moment the promise is about, and after which decision. */
  readonly least: { readonly decision: string; readonly sum: number };
  /** The first such moment at which the sum was below 0. */
  readonly firstNegative: { readonly decision: string; readonly sum: number } | null;
}

/** Returns how the claims of a log compare with the sum of what its decisions added. */
export function checkClaims(
  terms: AuditTerms,
  rows: readonly DecisionLogRow[],
  incrementOfRow: (row: DecisionLogRow) => number,
): ClaimCheck {
  const excessive: ExcessiveClaim[] = [];
  const moments: { decision: string; sum: number; isNegative: boolean }[] = [];
  const sum = new PeriodSum(terms);
  for (const row of rows) {
    // Of a policy that could not trust its books, nothing was booked, and nothing is claimed.
    if (String(row.receipt.reason) === 'halted') continue;
    const { id: decision, margin } = row.receipt;
    const compare = (moment: 'before' | 'after', claimed: number) => {
      if (claimed > sum.value + sum.rounding) {
        excessive.push({ decision, moment, claimed, limit: sum.value });
      }
    };
    sum.begin(row);
    compare('before', margin.before);
    sum.add(incrementOfRow(row));
    compare('after', margin.after);
    if (sum.count % terms.window !== 0) continue;
    moments.push({ decision, sum: sum.value, isNegative: sum.value < -sum.rounding });
  }
  const negative = moments.find(({ isNegative }) => isNegative);
  const start = { decision: rows[0]!.receipt.id, sum: terms.reserve, isNegative: false };
  const least = moments.reduce((a, b) => (b.sum < a.sum ? b : a), moments[0] ?? start);
  return {
    claims: 2 * rows.length,
    excessive: excessive.length,
    first: excessive[0] ?? null,
    least: { decision: least.decision, sum: least.sum },
    firstNegative:
      negative === undefined ? null : { decision: negative.decision, sum: negative.sum },
  };
}

/** The sum since the period began, with what is left of the reserve, or of a debt that it inherits. */
class PeriodSum {
  value: number;
  rounding = ROUNDING_SHARE;
  count = 0;
  readonly #terms: AuditTerms;
  #period: string | undefined;
  #opening: number;

  constructor(terms: AuditTerms) {
    this.#terms = terms;
    this.#opening = terms.reserve;
    this.value = terms.reserve;
  }

  /** Begins a new period if the decision belongs to one. */
  begin({ receipt, period }: DecisionLogRow): void {
    const isNamed = this.#terms.period === 'named';
    if (isNamed && period === undefined) throw periodMissing(receipt.id);
    const isOver = isNamed
      ? this.#period !== undefined && period !== this.#period
      : this.count === this.#terms.period;
    this.#period = period;
    if (!isOver) return;
    this.#opening = Math.min(Math.max(0, this.#opening), this.value);
    this.value = this.#opening;
    this.count = 0;
  }

  add(increment: number): void {
    this.value += increment;
    this.rounding += ROUNDING_SHARE * Math.abs(increment);
    this.count += 1;
  }
}

function periodMissing(decision: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: 'every line of the log must name the period of its decision, since the policy has named ones',
    received: `${decision} without one`,
    remedy: 'Add "period" beside "receipt".',
  });
}

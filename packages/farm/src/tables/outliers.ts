/**
 * Yields that stand apart from their fellows, in the same field and year or else in the whole table.
 *
 * A yield is reported when it lies more than five robust deviations (1.48 × the median distance from the
 * median) from the median of its group. The deviation is never taken below a twentieth of the median,
 * so that a group of nearly equal plots does not accuse its honest neighbour. Five deviations are met
 * by chance in one of two million normal yields.
 */
import type { FindingList } from './finding.ts';

export interface OutlierInput {
  readonly value: number;
  readonly group: string;
  readonly line: number;
}

const GROUP_MIN = 5;
const DEVIATIONS_MAX = 5;

/** Warns of the yields that stand apart; they are kept. */
export function reportOutliers(
  rows: readonly OutlierInput[],
  { unit, column, findings }: { unit: string; column: string | null; findings: FindingList },
): void {
  const groups = Map.groupBy(rows, ({ group }) => group);
  const whole = spreadOf(rows.map(({ value }) => value));
  for (const group of groups.values()) {
    const isEnough = group.length >= GROUP_MIN;
    const spread = isEnough ? spreadOf(group.map(({ value }) => value)) : whole;
    if (!isEnough && rows.length < GROUP_MIN) continue;
    const place = isEnough ? 'in its field and year' : 'in the table';
    for (const { value, line } of group) {
      if (!standsApart(value, spread)) continue;
      const text = `${short(value)} ${unit} stands apart: the median ${place} is ${short(spread.median)}. It is kept.`;
      findings.warning({ kind: 'outlier', text, line, column });
    }
  }
}

export interface Spread {
  readonly median: number;
  readonly deviation: number;
}

/** Whether a value is further from the others than chance would bring it. */
export function standsApart(value: number, { median: middle, deviation }: Spread): boolean {
  return Math.abs(value - middle) > DEVIATIONS_MAX * deviation;
}

/** The middle of values, and how far they stray, neither moved by a few that are wrong. */
export function spreadOf(values: readonly number[]): Spread {
  const middle = median(values);
  const distances = values.map((value) => Math.abs(value - middle));
  return {
    median: middle,
    deviation: Math.max(1.4826 * median(distances), 0.05 * Math.abs(middle)),
  };
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/**
 * Plain tables to hold a model against: a mean, hybrids, hybrids and fields.
 *
 *     yield = mean + hybrid + field,  both shrunk as if so many plots had shown nothing
 *
 * One field after the other is set to what is left of its plots, then one hybrid after the other, until
 * nothing moves.
 */
import type { TrialRow } from '@hedgerow/farm';

export interface Shrinkage {
  /** In plots; 0 takes means as they are, Infinity leaves the effect out. */
  readonly hybrid: number;
  readonly field: number;
}

export interface AdditiveTable {
  /** Effects around the mean; what was never grown has none. */
  readonly hybrids: ReadonlyMap<string, number>;
  predict(hybrid: string, field: string): number;
}

const SWEEPS_MAX = 10_000;
const TOLERANCE = 1e-10;

/** Fits a table to rows. */
export function additiveTable(rows: readonly TrialRow[], shrinkage: Shrinkage): AdditiveTable {
  const plots = rows.reduce((sum, row) => sum + row.plots, 0);
  const mean = rows.reduce((sum, row) => sum + row.plots * row.yield, 0) / plots;
  const hybrids = new Map<string, number>();
  const fields = new Map<string, number>();
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep++) {
    const moved = Math.max(
      settle(rows, fields, {
        keyOf: ({ field }) => field,
        rest: (row) => row.yield - mean - (hybrids.get(row.hybrid) ?? 0),
        shrinkage: shrinkage.field,
      }),
      settle(rows, hybrids, {
        keyOf: ({ hybrid }) => hybrid,
        rest: (row) => row.yield - mean - (fields.get(row.field) ?? 0),
        shrinkage: shrinkage.hybrid,
      }),
    );
    if (moved < TOLERANCE) break;
  }
  return {
    hybrids,
    predict: (hybrid, field) => mean + (hybrids.get(hybrid) ?? 0) + (fields.get(field) ?? 0),
  };
}

interface Settling {
  readonly keyOf: (row: TrialRow) => string;
  readonly rest: (row: TrialRow) => number;
  readonly shrinkage: number;
}

/** Sets effects to the shrunk means of what is left; returns the largest change. */
function settle(
  rows: readonly TrialRow[],
  effects: Map<string, number>,
  { keyOf, rest, shrinkage }: Settling,
): number {
  const sums = new Map<string, { sum: number; plots: number }>();
  for (const row of rows) {
    const before = sums.get(keyOf(row)) ?? { sum: 0, plots: 0 };
    sums.set(keyOf(row), {
      sum: before.sum + row.plots * rest(row),
      plots: before.plots + row.plots,
    });
  }
  let moved = 0;
  for (const [key, { sum, plots }] of sums) {
    const effect = sum / (plots + shrinkage);
    moved = Math.max(moved, Math.abs(effect - (effects.get(key) ?? 0)));
    effects.set(key, effect);
  }
  return moved;
}

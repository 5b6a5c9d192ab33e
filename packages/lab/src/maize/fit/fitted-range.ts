/**
 * The rewards that a fit gives to every hybrid in every context that was observed.
 *
 * Most pairs have no plot, so nothing keeps the fit between 0 and 1 there. Rewards below 0 break the
 * assumptions of every strategy with a floor at 0; they are counted here and not cut off.
 */
import { contextReward } from './bilinear-model.ts';
import type { FitRows } from './fit-rows.ts';
import { allRows } from './plot-moments.ts';

export interface FittedRange {
  readonly min: number;
  readonly max: number;
  /** Hybrids times distinct contexts. */
  readonly pairCount: number;
  readonly belowZeroCount: number;
  readonly aboveOneCount: number;
}

/** Returns the range over all hybrids and distinct contexts. */
export function fittedRange(rows: FitRows, columns: readonly Float64Array[]): FittedRange {
  const rewards = distinctContexts(rows).flatMap((row) =>
    columns.map((column) => contextReward(rows, row, column)),
  );
  return {
    min: Math.min(...rewards),
    max: Math.max(...rewards),
    pairCount: rewards.length,
    belowZeroCount: rewards.filter((reward) => reward < 0).length,
    aboveOneCount: rewards.filter((reward) => reward > 1).length,
  };
}

/** The first row of each context. */
function distinctContexts(rows: FitRows): number[] {
  const { contexts, contextSize } = rows;
  const first = new Map<string, number>();
  for (const row of allRows(rows)) {
    const key = contexts.subarray(row * contextSize, (row + 1) * contextSize).join();
    if (!first.has(key)) first.set(key, row);
  }
  return [...first.values()];
}

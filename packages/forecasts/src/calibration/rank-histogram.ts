/**
 * How often the outcome fell into which part of its forecast: flat if the forecast is right, high at both ends if it
 * is too narrow, in the middle if it is too wide, at one end if it is biased.
 *
 * An outcome whose cell covers several bins, or parts of them, is counted in each by its share: the mean over the
 * coins that would have chosen one. For ensembles of m members take m + 1 bins.
 */
import type { PitCell } from './pit.ts';

/** Returns the counts of the bins, from the lowest outcomes to the highest; they add up to the number of cells. */
export function rankHistogram(cells: readonly PitCell[], binCount: number): number[] {
  return Array.from({ length: binCount }, (_, bin) =>
    cells.reduce((sum, cell) => sum + shareIn(cell, bin / binCount, (bin + 1) / binCount), 0),
  );
}

function shareIn({ low, high }: PitCell, from: number, to: number): number {
  const overlap = Math.min(high, to) - Math.max(low, from);
  return Math.max(overlap, 0) / (high - low);
}

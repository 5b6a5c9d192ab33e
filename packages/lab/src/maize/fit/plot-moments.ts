/**
 * All that a least squares fit needs of the plots, by hybrid x:
 *
 *     products[x] = Σ context contextᵀ      answers[x] = Σ reward · context      counts[x] = plots
 */
import type { FitRows } from './fit-rows.ts';

export interface PlotMoments {
  readonly contextSize: number;
  readonly plotCount: number;
  readonly counts: Int32Array;
  /** One square matrix for each hybrid, row-major. */
  readonly products: readonly Float64Array[];
  readonly answers: readonly Float64Array[];
}

/** Adds up the plots whose positions are given. */
export function plotMoments(rows: FitRows, chosen: Iterable<number>): PlotMoments {
  const { contextSize, hybrids } = rows;
  const counts = new Int32Array(hybrids.length);
  const products = hybrids.map(() => new Float64Array(contextSize * contextSize));
  const answers = hybrids.map(() => new Float64Array(contextSize));
  let plotCount = 0;
  for (const row of chosen) {
    const hybrid = rows.hybridIndices[row]!;
    const context = rows.contexts.subarray(row * contextSize, (row + 1) * contextSize);
    counts[hybrid]! += 1;
    plotCount += 1;
    addPlot(
      { products: products[hybrid]!, answers: answers[hybrid]! },
      context,
      rows.rewards[row]!,
    );
  }
  return { contextSize, plotCount, counts, products, answers };
}

function addPlot(
  { products, answers }: { products: Float64Array; answers: Float64Array },
  context: Float64Array,
  reward: number,
): void {
  for (let i = 0; i < context.length; i++) {
    if (context[i] === 0) continue;
    answers[i]! += reward * context[i]!;
    for (let j = 0; j < context.length; j++) {
      products[i * context.length + j]! += context[i]! * context[j]!;
    }
  }
}

/** The positions of all rows. */
export function allRows({ rowCount }: FitRows): number[] {
  return Array.from({ length: rowCount }, (_, i) => i);
}

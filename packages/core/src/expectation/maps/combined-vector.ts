/**
 * Adds up action vectors with coefficients: the contrast x − (1 − allowedShortfall)·b as a vector.
 */
import { type NumberTable, tableRow } from '../../base/number-lists.ts';
import type { CombinationTerm } from '../feature-map.ts';

/** Returns Σ coefficient · (row of the action). */
export function combinedVector(
  actionVectors: NumberTable,
  combination: readonly CombinationTerm[],
): Float64Array {
  const sum = new Float64Array(actionVectors.columnCount);
  for (const { actionIndex, coefficient } of combination) {
    const row = tableRow(actionVectors, actionIndex);
    for (let a = 0; a < sum.length; a++) sum[a]! += coefficient * row[a]!;
  }
  return sum;
}

/**
 * A sum of a few numbers, rounded down: the largest double that is not above the exact sum.
 */
import { ExactSum } from './exact-sum.ts';

/** Returns the largest double that is at most the exact sum of the terms. */
export function sumDown(terms: readonly number[]): number {
  const sum = new ExactSum();
  for (const term of terms) sum.add(term);
  return sum.down();
}

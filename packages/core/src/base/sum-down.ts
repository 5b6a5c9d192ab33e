/**
 * A sum of a few numbers, rounded down: never above the exact sum, and equal to it where it can be.
 *
 * What each addition cuts off is found exactly (Knuth's two-sum) and added up beside the total. Sums
 * that need no rounding come out as they are; others lose a unit or two in the last place.
 */
const UNIT = Number.EPSILON;

/** Returns a number that is at most the exact sum of the terms. */
export function sumDown(terms: readonly number[]): number {
  let total = 0;
  let rest = 0;
  let restSize = 0;
  for (const term of terms) {
    const next = total + term;
    const added = next - total;
    const cut = total - (next - added) + (term - added);
    rest += cut;
    restSize += Math.abs(cut);
    total = next;
  }
  if (restSize === 0) return total;
  const sum = total + rest;
  return sum - (2 * UNIT * Math.abs(sum) + terms.length * UNIT * restSize);
}

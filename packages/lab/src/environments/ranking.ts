/**
 * Finds the action at a place of the ranking, largest first, without sorting or allocating.
 *
 * A value's place is one more than the number of values before it. Counting those takes no branch
 * that a processor could guess wrong, so it beats sorting for the few dozen actions of a world; and
 * every count rules out all values above or below, so that only some five of twenty are counted.
 */

/**
 * Returns the index of the value at `rank`, counted from 1 for the largest; of equal values the
 * lower index comes first. O(n²) at worst, about n · ln n on random values.
 */
export function indexAtRank(values: Float64Array, rank: number): number {
  let tooLow = Number.NEGATIVE_INFINITY;
  let tooHigh = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value <= tooLow || value >= tooHigh) continue;
    const largerCount = countLarger(values, value);
    if (largerCount === rank - 1) return i;
    if (largerCount >= rank) tooLow = value;
    else tooHigh = value;
  }
  // Only equal values can share the place, so that none of them has it by its size alone.
  return indexAmongEquals(values, rank);
}

function countLarger(values: Float64Array, than: number): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) count += Number(values[i]! > than);
  return count;
}

function indexAmongEquals(values: Float64Array, rank: number): number {
  return values.findIndex((value, index) => {
    let before = countLarger(values, value);
    for (let i = 0; i < index; i++) before += Number(values[i] === value);
    return before === rank - 1;
  });
}

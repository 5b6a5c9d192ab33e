/**
 * Finds the action at a place of the ranking, largest first, without sorting or allocating.
 *
 * A value's place is one more than the number of values before it. Counting those takes no branch
 * that a processor could guess wrong, so it beats sorting for the few dozen actions of a world; and
 * four are counted at a time, as many as need not wait for each other.
 */

/**
 * Returns the index of the value at `rank`, counted from 1 for the largest; of equal values the
 * lower index comes first. O(n²).
 */
export function indexAtRank(values: Float64Array, rank: number): number {
  const wanted = rank - 1;
  const last = values.length - 1;
  for (let i = 0; i <= last; i += 4) {
    const one = values[i]!;
    const two = values[Math.min(i + 1, last)]!;
    const three = values[Math.min(i + 2, last)]!;
    const four = values[Math.min(i + 3, last)]!;
    let beforeOne = 0;
    let beforeTwo = 0;
    let beforeThree = 0;
    let beforeFour = 0;
    for (let j = 0; j <= last; j++) {
      const value = values[j]!;
      beforeOne += Number(value > one);
      beforeTwo += Number(value > two);
      beforeThree += Number(value > three);
      beforeFour += Number(value > four);
    }
    if (beforeOne === wanted) return i;
    if (beforeTwo === wanted) return Math.min(i + 1, last);
    if (beforeThree === wanted) return Math.min(i + 2, last);
    if (beforeFour === wanted) return Math.min(i + 3, last);
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

/**
 * A running sum of doubles in which nothing is rounded: any order of the same terms, and any detour
 * through terms taken away again, gives the same sum, and its sign is right.
 *
 * The sum is kept as parts that do not overlap, the smallest first (Shewchuk 1997, "grow expansion").
 * A new term passes through all of them; what each addition cuts off stays behind. Most sums have one
 * to three parts.
 */
import { requireAllFinite } from './require.ts';

export class ExactSum {
  readonly #parts: number[] = [];

  /** Adds one term. */
  add(term: number): void {
    const parts = this.#parts;
    let carried = term;
    let count = 0;
    for (const part of parts) {
      const total = carried + part;
      const added = total - carried;
      const cut = carried - (total - added) + (part - added);
      if (cut !== 0) parts[count++] = cut;
      carried = total;
    }
    if (carried !== 0) parts[count++] = carried;
    parts.length = count;
  }

  /** Adds another sum, or takes it away. */
  addSum(other: ExactSum, sign: 1 | -1 = 1): void {
    for (const part of other.#parts) this.add(sign * part);
  }

  /** Takes over another sum. */
  copyFrom(other: ExactSum): void {
    const parts = this.#parts;
    parts.length = other.#parts.length;
    for (let i = 0; i < parts.length; i++) parts[i] = other.#parts[i]!;
  }

  /** Returns the largest double that is not above the sum. Zero has no sign. */
  down(): number {
    const parts = this.#parts;
    let highest = parts.at(-1) ?? 0;
    for (let i = parts.length - 2; i >= 0; i--) {
      const total = highest + parts[i]!;
      const cut = parts[i]! - (total - highest);
      highest = total;
      // All parts below this one together are smaller than what was cut off, so its sign decides.
      if (cut !== 0) return cut < 0 ? doubleBelow(highest) : highest;
    }
    return highest;
  }

  /** Returns the sum as numbers that depend on nothing but the sum, the largest first. */
  exportState(): readonly number[] {
    const rest = new ExactSum();
    rest.copyFrom(this);
    const numbers: number[] = [];
    while (rest.#parts.length > 0) {
      const next = rest.down();
      numbers.push(next);
      rest.add(-next);
    }
    return numbers;
  }

  importState(numbers: readonly number[]): void {
    requireAllFinite('numbers', numbers);
    this.#parts.length = 0;
    for (const number of numbers) this.add(number);
  }
}

/** The double next below one that is not 0, nor so small that nothing can be cut off from it. */
function doubleBelow(value: number): number {
  const half = value - (Math.abs(value) * Number.EPSILON) / 2;
  return half < value ? half : value - Math.abs(value) * Number.EPSILON;
}

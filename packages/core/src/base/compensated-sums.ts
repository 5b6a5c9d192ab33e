/**
 * Running sums that do not care about the order of their terms.
 *
 * Each sum carries what rounding has cut off so far (Neumaier's scheme): any order of the same
 * terms, and any detour through terms added and taken away again, ends within one part in 10¹² of
 * the same value (test: "permutations agree"). That is what lets rewards arrive late, twice
 * corrected and out of order without changing a decision.
 */
import { requireAllFinite, requireLength } from './require.ts';

/** The state of several sums as plain data. */
export interface CompensatedSumsState {
  readonly totals: readonly number[];
  /** What rounding has cut off each total. */
  readonly remainders: readonly number[];
}

export class CompensatedSums {
  readonly length: number;
  readonly #totals: Float64Array;
  readonly #remainders: Float64Array;

  constructor(length: number) {
    this.length = length;
    this.#totals = new Float64Array(length);
    this.#remainders = new Float64Array(length);
  }

  /** Adds one term to the sum at `index`. */
  add(index: number, term: number): void {
    const before = this.#totals[index]!;
    const after = before + term;
    const taken = after - before;
    this.#remainders[index]! += before - (after - taken) + (term - taken);
    this.#totals[index] = after;
  }

  /** Adds one term to each sum. */
  addAll(terms: ArrayLike<number>): void {
    for (let index = 0; index < this.length; index++) this.add(index, terms[index]!);
  }

  /** Takes over the state of other sums, as many as these, bit for bit. */
  copyFrom(other: CompensatedSums): void {
    this.#totals.set(other.#totals);
    this.#remainders.set(other.#remainders);
  }

  /** Returns the sum at `index`. */
  value(index: number): number {
    return this.#totals[index]! + this.#remainders[index]!;
  }

  /** Returns the sum at `index` as two numbers whose exact sum it is: the total and what was cut off. */
  parts(index: number): readonly [number, number] {
    return [this.#totals[index]!, this.#remainders[index]!];
  }

  /** Returns the state; zero has no sign in it, because JSON forgets the sign of zero. */
  exportState(): CompensatedSumsState {
    return {
      totals: Array.from(this.#totals, (total) => total + 0),
      remainders: Array.from(this.#remainders, (remainder) => remainder + 0),
    };
  }

  /** Restores what `exportState` gave, bit for bit. */
  importState(state: CompensatedSumsState): void {
    requireLength('totals', state.totals, this.length);
    requireLength('remainders', state.remainders, this.length);
    requireAllFinite('totals', state.totals);
    requireAllFinite('remainders', state.remainders);
    this.#totals.set(state.totals);
    this.#remainders.set(state.remainders);
  }
}

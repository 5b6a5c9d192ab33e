/**
 * A running sum that loses nothing to rounding (Neumaier's variant of Kahan summation).
 *
 * The error stays at one rounding of the result, whatever the number of terms. `magnitude` adds up
 * the sizes of the terms, from which callers derive how wrong a comparison could be.
 */
export class CompensatedSum {
  #sum = 0;
  #lost = 0;
  #magnitude = 0;

  /** Adds one term. */
  add(term: number): void {
    const total = this.#sum + term;
    this.#lost +=
      Math.abs(this.#sum) >= Math.abs(term) ? this.#sum - total + term : term - total + this.#sum;
    this.#sum = total;
    this.#magnitude += Math.abs(term);
  }

  /** The sum of all terms. */
  get value(): number {
    return this.#sum + this.#lost;
  }

  /** Sum of the absolute values of all terms. */
  get magnitude(): number {
    return this.#magnitude;
  }

  /** The whole state as numbers. */
  exportState(): readonly [number, number, number] {
    return [this.#sum, this.#lost, this.#magnitude];
  }

  /** Restores what `exportState` gave. */
  importState(state: readonly [number, number, number]): void {
    [this.#sum, this.#lost, this.#magnitude] = state;
  }
}

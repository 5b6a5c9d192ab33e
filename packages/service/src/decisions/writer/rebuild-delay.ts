/**
 * When a core that failed is made anew: at once the first time, and after ever more turns if it keeps
 * failing, because making it anew costs much. Good turns win the trust back.
 */
export class RebuildDelay {
  readonly #turnsMax: number;
  #turnsLeft = 0;
  #delay = 1;

  constructor(turnsMax: number) {
    this.#turnsMax = turnsMax;
  }

  noteGoodTurn(): void {
    this.#delay = Math.max(1, this.#delay - 1);
  }

  /** Returns whether it is time, after another turn with a core that has failed. */
  isOver(): boolean {
    if (this.#turnsLeft > 0) {
      this.#turnsLeft -= 1;
      return false;
    }
    this.#turnsLeft = this.#delay;
    this.#delay = Math.min(2 * this.#delay, this.#turnsMax);
    return true;
  }
}

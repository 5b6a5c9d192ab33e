/**
 * How fast a caller moves what we hand out or take in: how late he is behind a least pace.
 *
 *     late = max(0, late + time for which we waited for him − bytes that he moved / pace)
 *
 * A piece that is handed out is credited at once, because nobody sees how much of it has been taken; a piece that is taken in, when it has
 * come. What he moved before is no credit for later: who was fast for an hour is late after the same silence as anybody else.
 * Time that we need ourselves counts for nobody.
 */

/** Bytes a millisecond that everybody manages: half a megabit a second. */
const PACE = 64;

interface Piece {
  readonly length: number;
}

export class CallerPace {
  readonly #nowMs: () => number;
  #lateMs = 0;
  /** Since when we wait for him; null while he waits for us. */
  #sinceMs: number | null = null;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Below zero while he has time for what he was handed. */
  get lateMs(): number {
    return this.#lateMs + (this.#sinceMs === null ? 0 : this.#nowMs() - this.#sinceMs);
  }

  /** Passes on what is handed out: until the next piece is asked for, we wait. */
  async *handedOut<Some extends Piece>(pieces: AsyncIterable<Some>): AsyncGenerator<Some> {
    for await (const piece of pieces) {
      this.#lateMs -= piece.length / PACE;
      this.#sinceMs = this.#nowMs();
      yield piece;
      this.#caughtUp();
    }
  }

  /** Passes on what is taken in: until the next piece has come, we wait. */
  async *takenIn<Some extends Piece>(pieces: AsyncIterable<Some>): AsyncGenerator<Some> {
    this.#sinceMs = this.#nowMs();
    for await (const piece of pieces) {
      this.#lateMs -= piece.length / PACE;
      this.#caughtUp();
      yield piece;
      this.#sinceMs = this.#nowMs();
    }
    this.#sinceMs = null;
  }

  #caughtUp(): void {
    this.#lateMs = Math.max(0, this.lateMs);
    this.#sinceMs = null;
  }
}

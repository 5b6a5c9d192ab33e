/**
 * Follows the true slack of one promise through a run: what was earned above the share promised.
 *
 *     slack = Σ ( earned − (1 − α) · baseline )        broken as soon as it is below 0
 *
 * A promise with a window is looked at after every so many rounds, and not between; one about every round
 * by itself begins anew with each of them.
 */

/** Rounding that sums of rewards may carry, as a share of the baseline's total. */
const ROUNDING_SHARE = 1e-9;

export class SlackTrack {
  /** The slack now, in reward units. */
  slack = 0;
  /** The least slack after any round so far. */
  slackMin = 0;
  /** The round, counted from 1, after which the promise was first broken; null while it is kept. */
  firstBrokenRound: number | null = null;
  readonly #window: number;
  readonly #isOfEachRound: boolean;
  #rounding = ROUNDING_SHARE;
  #roundCount = 0;

  constructor(window = 1, isOfEachRound = false) {
    this.#window = window;
    this.#isOfEachRound = isOfEachRound;
  }

  /** Adds one round: what was earned, and what of the baseline's reward had to be. */
  add(earned: number, required: number): void {
    if (this.#isOfEachRound) this.#forget();
    this.slack += earned - required;
    this.#roundCount += 1;
    this.#rounding += ROUNDING_SHARE * Math.abs(required);
    if (this.slack < this.slackMin) this.slackMin = this.slack;
    if (this.#roundCount % this.#window !== 0) return;
    if (this.firstBrokenRound === null && this.slack < -this.#rounding) {
      this.firstBrokenRound = this.#roundCount;
    }
  }

  #forget(): void {
    this.slack = 0;
    this.#rounding = ROUNDING_SHARE;
  }

  get isBroken(): boolean {
    return this.firstBrokenRound !== null;
  }

  /** Whether a number claimed to be at most the slack is above it by more than rounding. */
  isBelow(claimed: number): boolean {
    return claimed > this.slack + this.#rounding;
  }
}

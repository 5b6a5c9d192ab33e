/**
 * The account of the promise: a number that the true slack is never below (with probability 1 − δ).
 *
 *     slack = certain + best gain so far
 *
 * `certain` adds up what is sure of each round whatever the rewards: its worst-case increment. A
 * certificate that looks at rewards may prove more; what it proves beyond the certain part is a gain.
 * A gain once proved stays proved: later rounds add their own worst case and never less. So the best
 * gain ever seen may be carried along, although certificates also go down.
 *
 * Only a corrected reward breaks that: then the carried gain is dropped for the one proved now.
 */
import { CompensatedSums, type CompensatedSumsState } from '../../base/compensated-sums.ts';

/** Rounding of a handful of additions of terms of this magnitude, generously. */
const ROUNDING_SHARE = 64 * 2 ** -53;

export class SlackAccount {
  readonly #certain: CompensatedSums = new CompensatedSums(1);
  /** Sum of the sizes of all that was added. */
  #magnitude = 0;
  #carriedGain = 0;

  /** Opens the account with what may be lost once. */
  constructor(reserve: number) {
    this.add(reserve);
  }

  /** Adds to the certain part: the worst case of a round, or what became certain of it later. */
  add(increment: number): void {
    this.#certain.add(0, increment);
    this.#magnitude += Math.abs(increment);
  }

  /** The certain part alone. */
  get certain(): number {
    return this.#certain.value(0);
  }

  /** What is proved of the slack, if a certificate now proves `gain` beyond the certain part. */
  slackWith(gain: number): number {
    return this.#certain.value(0) + Math.max(this.#carriedGain, gain);
  }

  /** Keeps a proved gain for later. */
  keepGain(gain: number): void {
    if (gain > this.#carriedGain) this.#carriedGain = gain;
  }

  /** Forgets earlier gains, because the data they rested on were corrected. */
  replaceGain(gain: number): void {
    this.#carriedGain = Math.max(0, gain);
  }

  /** Bound on the rounding error of a comparison with the slack, in reward units. */
  get roundingAllowance(): number {
    return ROUNDING_SHARE * (this.#magnitude + this.#carriedGain);
  }

  exportState(): SlackAccountState {
    return {
      certain: this.#certain.exportState(),
      magnitude: this.#magnitude,
      carriedGain: this.#carriedGain,
    };
  }

  importState(state: SlackAccountState): void {
    this.#certain.importState(state.certain);
    this.#magnitude = state.magnitude;
    this.#carriedGain = state.carriedGain;
  }
}

export interface SlackAccountState {
  readonly certain: CompensatedSumsState;
  readonly magnitude: number;
  readonly carriedGain: number;
}

/**
 * The mean of values that are bounded from below, with a lower bound that holds at every moment at once.
 *
 * Values are at least `least`, whatever was seen before, and may be as large as they like: exactly what
 * importance weights give. The variance is measured around a guess from the past, which begins at ½.
 */
import { mixtureBoundary } from './mixture-boundary.ts';

const FIRST_GUESS = 0.5;

export class RunningMean {
  readonly #least: number;
  #count = 0;
  #sum = 0;
  #guessSum = FIRST_GUESS;
  #variance = 0;

  /** No value is ever below `least`, at most 0. */
  constructor(least = 0) {
    this.#least = least;
  }

  get count(): number {
    return this.#count;
  }

  get mean(): number {
    return this.#sum / this.#count;
  }

  add(value: number): void {
    const scaled = value / this.#scale;
    const guess = Math.min(1 / this.#scale, this.#guessSum / (this.#count + 1));
    this.#variance += (scaled - guess) ** 2;
    this.#guessSum += scaled;
    this.#sum += value;
    this.#count += 1;
  }

  /** A number that the mean of expectations is below at no moment, but with this probability. */
  lowerBound(failureProbability: number): number {
    const boundary = mixtureBoundary(this.#variance, failureProbability);
    return this.mean - (this.#scale * boundary) / this.#count;
  }

  get #scale(): number {
    return 1 - this.#least;
  }
}

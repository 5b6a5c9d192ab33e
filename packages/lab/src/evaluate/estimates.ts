/**
 * What a target would have earned, from decisions that somebody else made, with w = π(action) / p(action):
 *
 *     inverse propensity   mean of w · r
 *     self-normalised      Σ w r / Σ w
 *     doubly robust        mean of q̂(π) + w · (r − q̂(action)), q̂ from the lines before
 *
 * and an interval that holds at every moment at once, so that whoever looks after each line, and stops when it looks
 * good, is not deceived. Rewards are scaled to [0, 1]; one that never came counts as 0 for the lower bound and as 1 for
 * the upper one.
 */
import { RunningMean } from './running-mean.ts';

export interface EstimateLine {
  readonly action: string;
  /** π: what the target would have done, action by action; null if only `weight` is known. */
  readonly target: ReadonlyMap<string, number> | null;
  /** w: how much likelier the target would have done it. */
  readonly weight: number;
  /** From 0 to 1; null if it never came. */
  readonly reward: number | null;
}

export interface Estimate {
  readonly inversePropensity: number;
  readonly selfNormalised: number | null;
  /** With the mean reward of each action so far as q̂; null where the target is known of one action only. */
  readonly doublyRobust: number | null;
  /** Bounds on the mean expected reward of the target so far; each fails with half the probability. */
  readonly low: number;
  readonly high: number;
  /** As many decisions of the target itself would tell as much. */
  readonly effectiveCount: number;
}

export class Estimates {
  readonly #gains = new RunningMean();
  readonly #losses = new RunningMean();
  readonly #guesses = new Map<string, { count: number; sum: number }>();
  #weightSum = 0;
  #squaredWeightSum = 0;
  #gainSum = 0;
  #robustSum: number | null = 0;

  add(line: EstimateLine): void {
    const { action, weight, reward } = line;
    const known = reward ?? 0;
    const isMissing = reward === null;
    this.#gains.add(weight * known);
    this.#losses.add(isMissing ? 0 : weight * (1 - known));
    this.#weightSum += weight;
    this.#squaredWeightSum += weight ** 2;
    this.#gainSum += weight * known;
    this.#addRobust(line, known);
    if (!isMissing) this.#guess(action, known);
  }

  get count(): number {
    return this.#gains.count;
  }

  read(failureProbability: number): Estimate {
    const { count } = this;
    return {
      inversePropensity: this.#gainSum / count,
      selfNormalised: this.#weightSum === 0 ? null : this.#gainSum / this.#weightSum,
      doublyRobust: this.#robustSum === null ? null : this.#robustSum / count,
      low: Math.max(0, this.#gains.lowerBound(failureProbability / 2)),
      high: Math.min(1, 1 - this.#losses.lowerBound(failureProbability / 2)),
      effectiveCount:
        this.#squaredWeightSum === 0 ? 0 : this.#weightSum ** 2 / this.#squaredWeightSum,
    };
  }

  #addRobust({ action, target, weight }: EstimateLine, reward: number): void {
    if (this.#robustSum === null || target === null) {
      this.#robustSum = null;
      return;
    }
    let expected = 0;
    for (const [name, probability] of target) expected += probability * this.#guessOf(name);
    this.#robustSum += expected + weight * (reward - this.#guessOf(action));
  }

  /** Mean reward of an action so far, beginning at ½. */
  #guessOf(action: string): number {
    const { count, sum } = this.#guesses.get(action) ?? { count: 0, sum: 0 };
    return (sum + 0.5) / (count + 1);
  }

  #guess(action: string, reward: number): void {
    const known = this.#guesses.get(action) ?? { count: 0, sum: 0 };
    this.#guesses.set(action, { count: known.count + 1, sum: known.sum + reward });
  }
}

/**
 * What a target would have earned, from decisions that somebody else made, with w = π(action) / p(action):
 *
 *     inverse propensity   mean of w · r
 *     self-normalised      Σ w r / Σ w
 *     doubly robust        mean of q̂(π) + w · (r − q̂(action)), q̂ from the lines before
 *
 * and an interval that holds at every moment at once, so that whoever looks after each line, and stops when it looks
 * good, is not deceived. Rewards are scaled to [0, 1]; one that never came counts as 0 for the lower bound and as 1 for
 * the upper one, and so does what the target would have done and the log never could.
 *
 * Of a divided decision both parts are seen, each with the probability of its share, so π(action) · r is counted of each.
 */
import { RunningMean } from './running-mean.ts';

export interface EstimateLine {
  /** π: what the target would have done, action by action; null if only weights are known. */
  readonly target: ReadonlyMap<string, number> | null;
  /** What was done: one action, or one for each part. */
  readonly outcomes: readonly WeightedOutcome[];
}

export interface WeightedOutcome {
  readonly action: string;
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
  #unknownCount = 0;
  #weightSum = 0;
  #squaredWeightSum = 0;
  #gainSum = 0;
  #robustSum: number | null = 0;

  add(line: EstimateLine): void {
    const { outcomes } = line;
    const sumOf = (value: (outcome: WeightedOutcome) => number) =>
      outcomes.reduce((sum, outcome) => sum + value(outcome), 0);
    const gain = sumOf(({ weight, reward }) => weight * (reward ?? 0));
    const weight = sumOf((outcome) => outcome.weight);
    this.#gains.add(gain);
    this.#losses.add(sumOf((one) => (one.reward === null ? 0 : one.weight * (1 - one.reward))));
    this.#weightSum += weight;
    this.#squaredWeightSum += weight ** 2;
    this.#gainSum += gain;
    this.#addRobust(line);
    for (const { action, reward } of outcomes) if (reward !== null) this.#guess(action, reward);
  }

  /** A decision of which nothing is known: 0 for the lower bound, and 1 for the upper one. The estimates leave it out. */
  addUnknown(): void {
    this.#gains.add(0);
    this.#losses.add(0);
    this.#unknownCount += 1;
  }

  get count(): number {
    return this.#gains.count;
  }

  read(failureProbability: number): Estimate {
    const count = this.count - this.#unknownCount;
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

  #addRobust({ target, outcomes }: EstimateLine): void {
    if (this.#robustSum === null || target === null) {
      this.#robustSum = null;
      return;
    }
    for (const [name, probability] of target) this.#robustSum += probability * this.#guessOf(name);
    for (const { action, weight, reward } of outcomes) {
      this.#robustSum += weight * ((reward ?? 0) - this.#guessOf(action));
    }
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

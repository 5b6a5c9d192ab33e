/**
 * A world replayed from a log that tells what every action would have paid.
 *
 * Each round is one of the logged ones, drawn at random with replacement, so that trials differ and the
 * log may be shorter than a trial. What was logged counts as expected: there is no hidden context and no
 * noise beyond it.
 */
import type { RandomStream } from './random-stream.ts';
import type { World } from './world.ts';

export interface LogRound {
  readonly expectedFeatures: readonly (readonly number[])[];
  readonly baseline: { readonly action: number; readonly expectedReward: number };
  readonly rewards: readonly number[];
}

/** Returns the world; all rounds must have as many actions, and features as long, as the first. */
export function logWorld(random: RandomStream, rounds: readonly LogRound[]): World {
  return new LogWorld(random, rounds);
}

class LogWorld implements World {
  readonly dimension: number;
  readonly actionCount: number;
  readonly expectedRewards: Float64Array;
  readonly #random: RandomStream;
  readonly #rounds: readonly LogRound[];
  #round: LogRound;

  constructor(random: RandomStream, rounds: readonly LogRound[]) {
    const first = rounds[0]!;
    this.#random = random;
    this.#rounds = rounds;
    this.#round = first;
    this.actionCount = first.expectedFeatures.length;
    this.dimension = first.expectedFeatures[0]!.length;
    this.expectedRewards = new Float64Array(this.actionCount);
  }

  get baselineAction(): number {
    return this.#round.baseline.action;
  }

  /** What the baseline action pays in the round: the number that was told may have been another. */
  get baselineExpectedReward(): number {
    return this.expectedRewards[this.baselineAction]!;
  }

  nextRound(expectedFeatures: Float64Array): void {
    this.#round = this.#rounds[Math.floor(this.#random.uniform() * this.#rounds.length)]!;
    this.#round.expectedFeatures.forEach((features, action) => {
      expectedFeatures.set(features, action * this.dimension);
    });
    this.expectedRewards.set(this.#round.rewards);
  }

  reward(action: number): number {
    return this.expectedRewards[action]!;
  }

  realisedReward(action: number): number {
    return this.expectedRewards[action]!;
  }

  features(action: number, into: Float64Array): void {
    into.set(this.#round.expectedFeatures[action]!);
  }
}

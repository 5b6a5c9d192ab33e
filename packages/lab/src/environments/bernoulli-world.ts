/**
 * A world of coins: each action pays 1 with its own probability, else 0.
 *
 * There is no context. Features may be any vectors; whether a linear model fits them is the business
 * of whoever builds the world. Wins and losses are as noisy as rewards between 0 and 1 can be, which
 * makes these worlds hard for certificates, and cheap to run by the thousand.
 */
import type { RandomStream } from './random-stream.ts';
import type { World } from './world.ts';

export interface BernoulliWorldOptions {
  /** Feature vector of each action. */
  readonly features: readonly (readonly number[])[];
  /** Probability of each action to pay 1. */
  readonly means: readonly number[];
  readonly baselineAction: number;
  /** Called before each round, counted from 1; may overwrite the means of actions from then on. */
  readonly beforeRound?: (round: number, means: Float64Array) => void;
}

export class BernoulliWorld implements World {
  readonly dimension: number;
  readonly actionCount: number;
  readonly expectedRewards: Float64Array;
  readonly baselineAction: number;
  readonly #random: RandomStream;
  readonly #features: Float64Array;
  readonly #beforeRound: BernoulliWorldOptions['beforeRound'];
  #round = 0;
  #luck = 0;

  constructor(random: RandomStream, options: BernoulliWorldOptions) {
    this.#random = random;
    this.actionCount = options.means.length;
    this.dimension = options.features[0]!.length;
    this.expectedRewards = Float64Array.from(options.means);
    this.#features = Float64Array.from(options.features.flat());
    this.baselineAction = options.baselineAction;
    this.#beforeRound = options.beforeRound;
  }

  get baselineExpectedReward(): number {
    return this.expectedRewards[this.baselineAction]!;
  }

  nextRound(expectedFeatures: Float64Array): void {
    this.#round += 1;
    this.#beforeRound?.(this.#round, this.expectedRewards);
    this.#luck = this.#random.uniform();
    expectedFeatures.set(this.#features);
  }

  reward(action: number): number {
    return this.#luck < this.expectedRewards[action]! ? 1 : 0;
  }

  realisedReward(action: number): number {
    return this.expectedRewards[action]!;
  }

  features(action: number, into: Float64Array): void {
    const start = action * this.dimension;
    for (let i = 0; i < this.dimension; i++) into[i] = this.#features[start + i]!;
  }
}

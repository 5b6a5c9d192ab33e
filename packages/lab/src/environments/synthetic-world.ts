/**
 * The paper's synthetic world: reward ‖x − c‖², features φ = [x², c², x∘c], weights [1, 1, −2].
 *
 * Actions are drawn once, standard normal. What a round draws depends on how the paper is read, where
 * m is the centre of the forecast, c the context, and v the forecast variance of each coordinate:
 *
 *     berkson                m ~ N(0, I),  c ~ N(m, v)        forecast N(m, v)    calibrated
 *     centered               c ~ N(0, I),  m = c              forecast N(m, v)    nothing is hidden
 *     classical              c ~ N(0, I),  m ~ N(c, v)        forecast N(m, v)    too wide
 *     classical-calibrated   c ~ N(0, I),  m ~ N(c, v)        forecast = law of c given m
 *
 * `expectedRewards` are expectations over the forecast, true or not. Only in the two calibrated
 * readings are they also what one can expect; in `centered` every one is too high by v for each
 * coordinate. The baseline is the action at a place of the ranking by expected reward, anew in each round.
 *
 * `bump` makes the world nonlinear: it is added where the first coordinates of action and context
 * are both positive. The features do not show it.
 */
import { upperNormalProbability } from '@hedgerow/core/research';
import type { RandomStream } from './random-stream.ts';
import { indexAtRank } from './ranking.ts';
import type { ShownForecast, World } from './world.ts';

export type SyntheticReading = 'berkson' | 'centered' | 'classical' | 'classical-calibrated';

export interface SyntheticWorldOptions {
  readonly reading: SyntheticReading;
  /** Length of actions and contexts; features are three times as long. */
  readonly contextDimension: number;
  readonly actionCount: number;
  /** Place of the baseline by expected reward; 1 is the best action. */
  readonly baselineRank: number;
  /** Standard deviation of the reward noise η. */
  readonly rewardNoiseScale: number;
  /** v: variance of each coordinate of the context around the centre of the forecast. */
  readonly forecastVariance: number;
  /** Reward that no linear model sees; 0 in the paper. */
  readonly bump: number;
  /** Whether rewards are higher by what the forecast's spread adds to expectations; not in the paper. */
  readonly paysSpread: boolean;
  /** Observed rewards are cut off below this; −∞ in the paper, whose noise has no floor. */
  readonly observedRewardMin: number;
}

/** The paper's numbers, in the calibrated reading. */
export const PAPER_WORLD: SyntheticWorldOptions = {
  reading: 'berkson',
  contextDimension: 5,
  actionCount: 20,
  baselineRank: 10,
  rewardNoiseScale: 0.1,
  forecastVariance: 1,
  bump: 0,
  paysSpread: false,
  observedRewardMin: Number.NEGATIVE_INFINITY,
};

/** Returns the paper's world, or one that differs from it as asked. */
export function syntheticWorld(
  random: RandomStream,
  changes: Partial<SyntheticWorldOptions> = {},
): World {
  return new SyntheticWorld(random, { ...PAPER_WORLD, ...changes });
}

/** Actions whose rewards are summed side by side: one sum alone waits for its own last addition. */
const ACTIONS_AT_A_TIME = 4;

class SyntheticWorld implements World {
  readonly dimension: number;
  readonly actionCount: number;
  readonly expectedRewards: Float64Array;
  baselineAction = 0;
  readonly #options: SyntheticWorldOptions;
  readonly #random: RandomStream;
  /** x of all actions, one after the other. */
  readonly #actions: Float64Array;
  /** The same turned over: the first coordinates of all actions, then the second ones. */
  readonly #columns: Float64Array;
  /** Actions in a column, with zeros up to a multiple of those taken at a time. */
  readonly #columnLength: number;
  /** The expected rewards with room for the zeros. */
  readonly #columnRewards: Float64Array;
  /** The random numbers of a round. */
  readonly #draws: Float64Array;
  readonly #centre: Float64Array;
  readonly #context: Float64Array;
  /** Variance that the forecast claims for each coordinate. */
  readonly #claimedVariance: number;
  readonly #paidSpread: number;
  #rewardNoise = 0;
  /** The array that holds the squares of the actions already. */
  #squaresStandIn: Float64Array | null = null;

  constructor(random: RandomStream, options: SyntheticWorldOptions) {
    const { contextDimension, actionCount, forecastVariance } = options;
    this.#options = options;
    this.#random = random;
    this.dimension = 3 * contextDimension;
    this.actionCount = actionCount;
    this.#columnLength = Math.ceil(actionCount / ACTIONS_AT_A_TIME) * ACTIONS_AT_A_TIME;
    this.#columnRewards = new Float64Array(this.#columnLength);
    this.expectedRewards = this.#columnRewards.subarray(0, actionCount);
    this.#actions = new Float64Array(actionCount * contextDimension);
    this.#columns = new Float64Array(this.#columnLength * contextDimension);
    this.#draws = new Float64Array(2 * contextDimension + 1);
    this.#centre = new Float64Array(contextDimension);
    this.#context = new Float64Array(contextDimension);
    this.#claimedVariance =
      options.reading === 'classical-calibrated'
        ? forecastVariance / (1 + forecastVariance)
        : forecastVariance;
    this.#paidSpread = options.paysSpread ? contextDimension * this.#claimedVariance : 0;
    this.#drawActions();
  }

  get forecast(): ShownForecast {
    return { centre: this.#centre, variance: this.#claimedVariance, actions: this.#actions };
  }

  get context(): Float64Array {
    return this.#context;
  }

  get baselineExpectedReward(): number {
    return this.expectedRewards[this.baselineAction]!;
  }

  nextRound(expectedFeatures: Float64Array): void {
    this.#drawRound();
    this.#writeExpectedFeatures(expectedFeatures);
    this.#computeExpectedRewards();
    this.baselineAction = indexAtRank(this.expectedRewards, this.#options.baselineRank);
  }

  reward(action: number): number {
    const observed = this.realisedReward(action) + this.#rewardNoise;
    return Math.max(observed, this.#options.observedRewardMin);
  }

  realisedReward(action: number): number {
    const isBumped = this.#isFirstPositive(action) && this.#context[0]! > 0;
    return this.#realisedDistance(action) + this.#paidSpread + (isBumped ? this.#options.bump : 0);
  }

  features(action: number, into: Float64Array): void {
    const size = this.#context.length;
    for (let i = 0; i < size; i++) {
      const coordinate = this.#actions[action * size + i]!;
      const context = this.#context[i]!;
      into[i] = coordinate * coordinate;
      into[size + i] = context * context;
      into[2 * size + i] = coordinate * context;
    }
  }

  #drawActions(): void {
    const size = this.#context.length;
    this.#random.fillNormal(this.#actions);
    for (let place = 0; place < this.#actions.length; place++) {
      const action = Math.floor(place / size);
      this.#columns[(place % size) * this.#columnLength + action] = this.#actions[place]!;
    }
  }

  /** Draws all numbers of a round at once: two for each coordinate, then the noise. */
  #drawRound(): void {
    const { reading, forecastVariance, rewardNoiseScale } = this.#options;
    const draws = this.#draws;
    const context = this.#context;
    const centre = this.#centre;
    this.#random.fillNormal(draws);
    const spread = Math.sqrt(forecastVariance);
    const shrinkage = reading === 'classical-calibrated' ? 1 / (1 + forecastVariance) : 1;
    const isContextFirst = reading !== 'berkson';
    const isCentreFirst = reading === 'berkson' || reading === 'centered';
    for (let i = 0; i < context.length; i++) {
      const first = draws[2 * i]!;
      const second = first + spread * draws[2 * i + 1]!;
      context[i] = isContextFirst ? first : second;
      centre[i] = isCentreFirst ? first : shrinkage * second;
    }
    this.#rewardNoise = rewardNoiseScale * draws[2 * context.length]!;
  }

  /**
   * Writes [x², m² + v, x∘m] of all actions, since E c² = m² + v. The squares never change, so they are
   * written once into the same array; nobody else may write into it.
   */
  #writeExpectedFeatures(into: Float64Array): void {
    if (into !== this.#squaresStandIn) this.#writeSquares(into);
    const { dimension } = this;
    const columns = this.#columns;
    const size = this.#centre.length;
    const end = this.actionCount * dimension;
    for (let i = 0; i < size; i++) {
      const centre = this.#centre[i]!;
      const expectedSquare = centre * centre + this.#claimedVariance;
      let next = i * this.#columnLength;
      for (let place = i + size; place < end; place += dimension) {
        into[place] = expectedSquare;
        into[place + size] = columns[next++]! * centre;
      }
    }
  }

  #writeSquares(into: Float64Array): void {
    const size = this.#centre.length;
    for (let place = 0; place < this.#actions.length; place++) {
      const action = Math.floor(place / size);
      into[action * this.dimension + (place % size)] =
        this.#actions[place]! * this.#actions[place]!;
    }
    this.#squaresStandIn = into;
  }

  /** Sums ‖x − m‖² over coordinates in their order, four actions at a time. */
  #computeExpectedRewards(): void {
    const centre = this.#centre;
    const columns = this.#columns;
    const rewards = this.#columnRewards;
    const size = centre.length;
    const fromSpread = size * this.#claimedVariance;
    for (let action = 0; action < rewards.length; action += ACTIONS_AT_A_TIME) {
      let sum0 = 0;
      let sum1 = 0;
      let sum2 = 0;
      let sum3 = 0;
      for (let i = 0, at = action; i < size; i++, at += rewards.length) {
        const middle = centre[i]!;
        const difference0 = columns[at]! - middle;
        const difference1 = columns[at + 1]! - middle;
        const difference2 = columns[at + 2]! - middle;
        const difference3 = columns[at + 3]! - middle;
        sum0 += difference0 * difference0;
        sum1 += difference1 * difference1;
        sum2 += difference2 * difference2;
        sum3 += difference3 * difference3;
      }
      rewards[action] = sum0 + fromSpread;
      rewards[action + 1] = sum1 + fromSpread;
      rewards[action + 2] = sum2 + fromSpread;
      rewards[action + 3] = sum3 + fromSpread;
    }
    if (this.#options.bump !== 0) this.#addExpectedBumps();
  }

  #addExpectedBumps(): void {
    const spread = Math.sqrt(this.#claimedVariance);
    const expectedBump = this.#options.bump * upperNormalProbability(-this.#centre[0]! / spread);
    for (let action = 0; action < this.actionCount; action++) {
      if (this.#isFirstPositive(action)) this.expectedRewards[action]! += expectedBump;
    }
  }

  #isFirstPositive(action: number): boolean {
    return this.#actions[action * this.#centre.length]! > 0;
  }

  /** ‖x − c‖² */
  #realisedDistance(action: number): number {
    const size = this.#context.length;
    let sum = 0;
    for (let i = 0; i < size; i++) {
      const difference = this.#actions[action * size + i]! - this.#context[i]!;
      sum += difference * difference;
    }
    return sum;
  }
}

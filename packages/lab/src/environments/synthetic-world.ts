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
  /** The random numbers of a round. */
  readonly #draws: Float64Array;
  readonly #centre: Float64Array;
  readonly #context: Float64Array;
  /** m² + v of each coordinate. */
  readonly #expectedSquares: Float64Array;
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
    this.expectedRewards = new Float64Array(actionCount);
    this.#actions = new Float64Array(actionCount * contextDimension);
    this.#columns = new Float64Array(actionCount * contextDimension);
    this.#draws = new Float64Array(2 * contextDimension + 1);
    this.#centre = new Float64Array(contextDimension);
    this.#context = new Float64Array(contextDimension);
    this.#expectedSquares = new Float64Array(contextDimension);
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
    this.#showRound(expectedFeatures);
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
      this.#columns[(place % size) * this.actionCount + action] = this.#actions[place]!;
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
   * Writes [x², m² + v, x∘m] of all actions, since E c² = m² + v, and their expected rewards, ‖x − m‖² + v for
   * each coordinate. The squares never change, so they are written once into the same array; nobody else
   * may write into it.
   */
  #showRound(into: Float64Array): void {
    if (into !== this.#squaresStandIn) this.#writeSquares(into);
    const { length } = this.#centre;
    for (let i = 0; i < length; i++) {
      const centre = this.#centre[i]!;
      this.#expectedSquares[i] = centre * centre + this.#claimedVariance;
    }
    const whole = this.actionCount - (this.actionCount % ACTIONS_AT_A_TIME);
    for (let action = 0; action < whole; action += ACTIONS_AT_A_TIME) this.#showFour(into, action);
    for (let action = whole; action < this.actionCount; action++) this.#showOne(into, action);
    if (this.#options.bump !== 0) this.#addExpectedBumps();
  }

  /** Shows four actions side by side, each summed over coordinates in their order. */
  #showFour(into: Float64Array, action: number): void {
    const { dimension, actionCount } = this;
    const centres = this.#centre;
    const expectedSquares = this.#expectedSquares;
    const columns = this.#columns;
    const size = centres.length;
    let sum0 = 0;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    let at = action;
    let place = action * dimension + size;
    for (let i = 0; i < size; i++, at += actionCount, place++) {
      const centre = centres[i]!;
      const expectedSquare = expectedSquares[i]!;
      const x0 = columns[at]!;
      const x1 = columns[at + 1]!;
      const x2 = columns[at + 2]!;
      const x3 = columns[at + 3]!;
      sum0 += (x0 - centre) * (x0 - centre);
      sum1 += (x1 - centre) * (x1 - centre);
      sum2 += (x2 - centre) * (x2 - centre);
      sum3 += (x3 - centre) * (x3 - centre);
      into[place] = expectedSquare;
      into[place + size] = x0 * centre;
      into[place + dimension] = expectedSquare;
      into[place + dimension + size] = x1 * centre;
      into[place + 2 * dimension] = expectedSquare;
      into[place + 2 * dimension + size] = x2 * centre;
      into[place + 3 * dimension] = expectedSquare;
      into[place + 3 * dimension + size] = x3 * centre;
    }
    const fromSpread = size * this.#claimedVariance;
    const rewards = this.expectedRewards;
    rewards[action] = sum0 + fromSpread;
    rewards[action + 1] = sum1 + fromSpread;
    rewards[action + 2] = sum2 + fromSpread;
    rewards[action + 3] = sum3 + fromSpread;
  }

  #showOne(into: Float64Array, action: number): void {
    const size = this.#centre.length;
    const place = action * this.dimension + size;
    let sum = 0;
    for (let i = 0; i < size; i++) {
      const centre = this.#centre[i]!;
      const x = this.#columns[i * this.actionCount + action]!;
      sum += (x - centre) * (x - centre);
      into[place + i] = this.#expectedSquares[i]!;
      into[place + size + i] = x * centre;
    }
    this.expectedRewards[action] = sum + size * this.#claimedVariance;
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

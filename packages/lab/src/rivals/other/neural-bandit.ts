/**
 * NeuralBandit (Allesiardo, Féraud and Bouneffouf, ICONIP 2014): a small network for each action foretells its reward
 * from the context, the best is played but for a share of rounds in which any action is, and whoever played
 * learns by one step of gradient descent. A committee of such sets with other sizes and rates is led by
 * Exp3, which finds the parameters while it plays.
 *
 * As we read it, and as its authors' code has it: logistic units throughout, rewards divided by their range, squared
 * error, momentum 0.9, no weighting by the probability of the draw. Ours: the context is the centre of the forecast;
 * all members learn from every reward, since it tells as much to each of them; Exp3 with the exploration share and the
 * usual estimate y / p of the member that led. No promise.
 */
import { type RandomSource, standardNormal } from '@hedgerow/core/research';
import type { ShownForecast } from '../../environments/world.ts';
import { drawPlace } from '../draw-place.ts';
import type { RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf } from '../rival-ridge.ts';

export interface NeuralBanditOptions {
  readonly actionCount: number;
  readonly forecast: ShownForecast;
  /** Units of the hidden layer of each member; 0 for none. */
  readonly hiddenUnits: readonly number[];
  readonly learningRate: number;
  /** γ: share of rounds in which any action is played. */
  readonly explorationShare: number;
  /** Rewards lie between 0 and this. */
  readonly rewardRange: number;
  readonly random: RandomSource;
}

const MOMENTUM = 0.9;

/** One network: inputs, one layer of logistic units or none, one logistic unit on top. */
export class Network {
  readonly weights: Float64Array;
  readonly #inputs: number;
  readonly #hidden: number;
  readonly #units: Float64Array;
  readonly #velocity: Float64Array;
  readonly #gradient: Float64Array;

  constructor(inputs: number, hidden: number, random: RandomSource) {
    this.#inputs = inputs;
    this.#hidden = hidden;
    this.#units = new Float64Array(hidden);
    const fanIn = hidden === 0 ? inputs : hidden;
    const count = hidden * (inputs + 1) + fanIn + 1;
    this.weights = Float64Array.from(
      { length: count },
      () => standardNormal(random) / Math.sqrt(inputs + 1),
    );
    this.#velocity = new Float64Array(count);
    this.#gradient = new Float64Array(count);
  }

  /** What it foretells, between 0 and 1. */
  predict(input: ArrayLike<number>): number {
    const { weights } = this;
    const inputs = this.#inputs;
    for (let unit = 0; unit < this.#hidden; unit++) {
      this.#units[unit] = logistic(affine(weights, unit * (inputs + 1), input, inputs));
    }
    const top = this.#hidden * (inputs + 1);
    const below = this.#hidden === 0 ? input : this.#units;
    return logistic(affine(weights, top, below, this.#hidden === 0 ? inputs : this.#hidden));
  }

  /** Derivatives of (prediction − target)², by the weights. */
  gradient(input: ArrayLike<number>, target: number): Float64Array {
    const output = this.predict(input);
    const { weights } = this;
    const gradient = this.#gradient;
    const inputs = this.#inputs;
    const top = this.#hidden * (inputs + 1);
    const slope = 2 * (output - target) * output * (1 - output);
    spreadSlope(gradient, top, slope, this.#hidden === 0 ? input : this.#units);
    for (let unit = 0; unit < this.#hidden; unit++) {
      const activity = this.#units[unit]!;
      const back = slope * weights[top + unit]! * activity * (1 - activity);
      spreadSlope(gradient, unit * (inputs + 1), back, input);
    }
    return gradient;
  }

  /** One step towards the target. */
  learn(input: ArrayLike<number>, target: number, learningRate: number): void {
    const gradient = this.gradient(input, target);
    const velocity = this.#velocity;
    for (let i = 0; i < gradient.length; i++) {
      velocity[i] = MOMENTUM * velocity[i]! + gradient[i]!;
      this.weights[i]! -= learningRate * velocity[i]!;
    }
  }
}

/** Probabilities of members from their Exp3 weights, kept as logarithms. */
export function leaderProbabilities(
  logWeights: Float64Array,
  explorationShare: number,
): Float64Array {
  const largest = Math.max(...logWeights);
  const weights = logWeights.map((weight) => Math.exp(weight - largest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map(
    (weight) => (1 - explorationShare) * (weight / total) + explorationShare / weights.length,
  );
}

export function neuralBandit(options: NeuralBanditOptions): RivalRule {
  const { actionCount, forecast, explorationShare, learningRate, rewardRange, random } = options;
  const inputs = forecast.centre.length;
  const members = options.hiddenUnits.map((hidden) =>
    Array.from({ length: actionCount }, () => new Network(inputs, hidden, random)),
  );
  const logWeights = new Float64Array(members.length);
  let leader = 0;
  let share = 1;
  return {
    hasGate: false,
    choose({ actionCount: count }: RivalRound) {
      const probabilities = leaderProbabilities(logWeights, explorationShare);
      leader = drawPlace(probabilities, random);
      share = probabilities[leader]!;
      const isExploring = random() < explorationShare;
      const networks = members[leader]!;
      const action = isExploring
        ? Math.floor(random() * count)
        : bestOf(count, (x) => networks[x]!.predict(forecast.centre));
      return { action, chosenBy: 'learner' };
    },
    learn({ action }, reward) {
      const target = Math.min(1, Math.max(0, reward / rewardRange));
      for (const networks of members)
        networks[action]!.learn(forecast.centre, target, learningRate);
      logWeights[leader]! += (explorationShare / members.length) * (target / share);
    },
  };
}

function affine(
  weights: Float64Array,
  start: number,
  values: ArrayLike<number>,
  count: number,
): number {
  let sum = weights[start + count]!;
  for (let i = 0; i < count; i++) sum += weights[start + i]! * values[i]!;
  return sum;
}

function spreadSlope(
  gradient: Float64Array,
  start: number,
  slope: number,
  values: ArrayLike<number>,
): void {
  for (let i = 0; i < values.length; i++) gradient[start + i] = slope * values[i]!;
  gradient[start + values.length] = slope;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

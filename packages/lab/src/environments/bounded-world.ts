/**
 * A world with rewards between 0 and 1: each action has its own linear response to a known context.
 *
 *     context f = (1, three numbers uniform in [−½, ½])
 *     mean of action x = w_x · f, kept within [0.02, 0.98]
 *     reward ~ Beta(8 · mean, 8 · (1 − mean)), standard deviation about 0.17, or a coin (Bernoulli)
 *
 * The baseline is one action for the whole run: the one at a place of the ranking by w_x0, its reward
 * in the average context. Features are per action: f in the block of the action, zeros elsewhere.
 * Nothing of the context is hidden, so realised and expected rewards are the same.
 *
 * The reward is the quantile of ONE uniform number: the same luck for every action.
 */
import { betaQuantile } from '../numbers/beta-distribution.ts';
import type { RandomStream } from './random-stream.ts';
import { indexAtRank } from './ranking.ts';
import type { World } from './world.ts';

const CONTEXT_SIZE = 4;
const MEAN_MIN = 0.02;
const MEAN_MAX = 0.98;
const BETA_WEIGHT = 8;

export interface BoundedWorldOptions {
  readonly actionCount: number;
  /** Place of the baseline by its reward in the average context; 1 is the best. */
  readonly baselineRank: number;
  readonly outcome: 'beta' | 'bernoulli';
}

const DEFAULTS: BoundedWorldOptions = { actionCount: 24, baselineRank: 10, outcome: 'beta' };

/** Returns the world with 24 actions, beta noise and the tenth best as baseline, or as asked. */
export function boundedWorld(
  random: RandomStream,
  changes: Partial<BoundedWorldOptions> = {},
): World {
  return new BoundedWorld(random, { ...DEFAULTS, ...changes });
}

class BoundedWorld implements World {
  readonly dimension: number;
  readonly actionCount: number;
  readonly expectedRewards: Float64Array;
  readonly baselineAction: number;
  readonly #random: RandomStream;
  readonly #outcome: BoundedWorldOptions['outcome'];
  /** w of all actions, one after the other. */
  readonly #responses: Float64Array;
  readonly #context: Float64Array = new Float64Array(CONTEXT_SIZE);
  #luck = 0;

  constructor(random: RandomStream, options: BoundedWorldOptions) {
    this.#random = random;
    this.#outcome = options.outcome;
    this.actionCount = options.actionCount;
    this.dimension = options.actionCount * CONTEXT_SIZE;
    this.expectedRewards = new Float64Array(options.actionCount);
    this.#responses = drawResponses(random, options.actionCount);
    const levels = this.expectedRewards.map((_, action) => this.#responses[action * CONTEXT_SIZE]!);
    this.baselineAction = indexAtRank(levels, options.baselineRank);
  }

  get baselineExpectedReward(): number {
    return this.expectedRewards[this.baselineAction]!;
  }

  nextRound(expectedFeatures: Float64Array): void {
    this.#context[0] = 1;
    for (let i = 1; i < CONTEXT_SIZE; i++) this.#context[i] = this.#random.uniform() - 0.5;
    this.#luck = this.#random.uniform();
    expectedFeatures.fill(0, 0, this.actionCount * this.dimension);
    for (let action = 0; action < this.actionCount; action++) {
      this.expectedRewards[action] = this.#mean(action);
      expectedFeatures.set(this.#context, action * (this.dimension + CONTEXT_SIZE));
    }
  }

  reward(action: number): number {
    const mean = this.expectedRewards[action]!;
    if (this.#outcome === 'bernoulli') return this.#luck < mean ? 1 : 0;
    return betaQuantile(this.#luck, {
      towardsOne: BETA_WEIGHT * mean,
      towardsZero: BETA_WEIGHT * (1 - mean),
    });
  }

  realisedReward(action: number): number {
    return this.expectedRewards[action]!;
  }

  features(action: number, into: Float64Array): void {
    into.fill(0);
    into.set(this.#context, action * CONTEXT_SIZE);
  }

  #mean(action: number): number {
    let sum = 0;
    for (let i = 0; i < CONTEXT_SIZE; i++) {
      sum += this.#responses[action * CONTEXT_SIZE + i]! * this.#context[i]!;
    }
    return Math.min(MEAN_MAX, Math.max(MEAN_MIN, sum));
  }
}

function drawResponses(random: RandomStream, actionCount: number): Float64Array {
  const responses = new Float64Array(actionCount * CONTEXT_SIZE);
  for (let i = 0; i < responses.length; i++) {
    const uniform = random.uniform();
    responses[i] = i % CONTEXT_SIZE === 0 ? 0.3 + 0.4 * uniform : (0.6 * uniform - 0.3) / 1.4;
  }
  return responses;
}

/**
 * Resourceful contextual bandits (Badanidiyuru, Langford and Slivkins, COLT 2014): a finite set of policies, what each of
 * them would have earned and used by inverse propensities, and mixtures of those that may still be best. Among these
 * one is played that is balanced: no policy's estimate has too large a variance.
 *
 *     stays      a policy with which some mixture, at its best, reaches the surest mixture at its worst
 *     balanced   mean over contexts of 1 / P(π(x) | x) ≤ 2 K for every policy that stays,
 *                P = (1 − q) mixture + q / K,   q = min(½, √(K ln(K T |Π|) / T))
 *
 * A balanced mixture exists and maximises the mean of Σ ln P(a | x) over actions: there the mean of 1 / P(π(x) | x)
 * is at most K / (1 − q). So it is found by giving weight to the policy of the largest one, step by step. As we read it:
 * contexts are the last rounds instead of a known distribution; pairs stand for mixtures, since two suffice for one
 * budget; bounds are Freedman's for a variance of 2 K, times a factor (1 literal: at this length nobody is ever dropped).
 * Which policies, the paper leaves open: every fixed action, `policyCount` linear ones with weights drawn at
 * random, and the baseline, whose reward is known and which uses nothing.
 */
import { type RandomSource, standardNormal } from '@hedgerow/core/research';
import { drawPlace } from '../draw-place.ts';
import type { RivalChoice, RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf, project } from '../rival-ridge.ts';
import { bestMixture } from './best-mixture.ts';
import { BudgetMeter, type BudgetOptions } from './budget-meter.ts';

export interface ResourcefulOptions extends BudgetOptions {
  readonly dimension: number;
  readonly actionCount: number;
  readonly failureProbability: number;
  /** Linear policies beside the fixed actions and the baseline. */
  readonly policyCount: number;
  /** Factor of the bounds; 1 in the literal form. */
  readonly marginFactor: number;
  readonly random: RandomSource;
}

/** Past contexts over which mixtures are balanced, and steps towards balance in one round. */
const CONTEXTS = 50;
const STEPS = 200;

/** What each policy plays in one context. */
export type Advice = Uint32Array;

/** Mean over contexts of 1 / P(π(x) | x), for every policy. */
export function imbalance(
  mixture: Float64Array,
  contexts: readonly Advice[],
  { actionCount, floor }: { readonly actionCount: number; readonly floor: number },
): Float64Array {
  const means = new Float64Array(mixture.length);
  for (const advice of contexts) {
    const played = playProbabilities(mixture, advice, { actionCount, floor });
    for (let p = 0; p < means.length; p++) means[p]! += 1 / played[advice[p]!]! / contexts.length;
  }
  return means;
}

/** P(a | x) of a mixture with a floor: each action has at least floor / K. */
export function playProbabilities(
  mixture: Float64Array,
  advice: Advice,
  { actionCount, floor }: { readonly actionCount: number; readonly floor: number },
): Float64Array {
  const played = new Float64Array(actionCount).fill(floor / actionCount);
  for (let p = 0; p < mixture.length; p++) played[advice[p]!]! += (1 - floor) * mixture[p]!;
  return played;
}

/** Moves a mixture of the policies that stay, in place, until it is balanced. */
export function balance(
  mixture: Float64Array,
  stays: Uint8Array,
  contexts: readonly Advice[],
  size: { readonly actionCount: number; readonly floor: number },
): void {
  keepOnly(mixture, stays);
  for (let step = 0; step < STEPS; step++) {
    const means = imbalance(mixture, contexts, size);
    const worst = bestOf(
      mixture.length,
      (p) => means[p]!,
      (p) => stays[p] === 1,
    );
    if (means[worst]! <= 2 * size.actionCount) return;
    const part = 1 / (step + 4);
    for (let p = 0; p < mixture.length; p++) mixture[p]! *= 1 - part;
    mixture[worst]! += part;
  }
}

/** Which policies may still be in a best mixture, from bounds of what each earns and uses. */
export function stayingPolicies(
  bounds: Record<'lowReward' | 'highReward' | 'lowUse' | 'highUse', Float64Array>,
  share: number,
): Uint8Array {
  const { lowReward, highReward, lowUse, highUse } = bounds;
  const sure = bestMixture(lowReward, highUse, share);
  return Uint8Array.from(lowReward, (_, p) => {
    const hope = bestMixture(highReward, lowUse, share, p);
    return hope !== null && (sure === null || hope.reward >= sure.reward) ? 1 : 0;
  });
}

export function resourceful(options: ResourcefulOptions): RivalRule {
  const { random } = options;
  const set = new PolicySet(options);
  const meter = new BudgetMeter(options);
  let advice: Advice = new Uint32Array(set.size);
  let probability = 1;
  return {
    hasGate: true,
    choose(round: RivalRound): RivalChoice {
      meter.open(round);
      const baseline: RivalChoice = { action: round.baselineAction, chosenBy: 'baseline' };
      if (meter.isSpent) return baseline;
      advice = set.advise(round);
      const played = set.probabilities(advice, meter);
      const action = drawPlace(played, random);
      probability = played[action]!;
      // Where only the baseline is left it plays as itself.
      const isAlone = set.isAlone() && action === round.baselineAction;
      return isAlone ? baseline : { action, chosenBy: 'learner' };
    },
    learn({ action, chosenBy }, reward) {
      if (chosenBy === 'baseline') return;
      set.learn(advice, { action, probability, ...meter.book(reward) });
    },
  };
}

interface Outcome {
  readonly action: number;
  readonly probability: number;
  readonly reward: number;
  readonly use: number;
}

class PolicySet {
  readonly size: number;
  readonly #options: ResourcefulOptions;
  readonly #linear: readonly Float64Array[];
  readonly #floor: number;
  readonly #mixture: Float64Array;
  readonly #paid: Float64Array;
  readonly #used: Float64Array;
  readonly #contexts: Advice[] = [];
  #stays: Uint8Array;
  #rounds = 0;

  constructor(options: ResourcefulOptions) {
    const { actionCount, dimension, policyCount, roundCount, random } = options;
    this.#options = options;
    this.size = actionCount + policyCount + 1;
    this.#linear = Array.from({ length: policyCount }, () =>
      Float64Array.from({ length: dimension }, () => standardNormal(random)),
    );
    const ways = Math.log(actionCount * roundCount * this.size);
    this.#floor = Math.min(1 / 2, Math.sqrt((actionCount * ways) / roundCount));
    this.#mixture = new Float64Array(this.size).fill(1 / this.size);
    this.#paid = new Float64Array(this.size);
    this.#used = new Float64Array(this.size);
    this.#stays = new Uint8Array(this.size).fill(1);
  }

  /** What each policy plays: fixed actions, linear ones, last the baseline. */
  advise(round: RivalRound): Advice {
    const { actionCount } = this.#options;
    const advice = new Uint32Array(this.size);
    for (let x = 0; x < actionCount; x++) advice[x] = x;
    for (const [place, weights] of this.#linear.entries()) {
      advice[actionCount + place] = bestOf(actionCount, (x) => project(round, x, weights));
    }
    advice[this.size - 1] = round.baselineAction;
    this.#contexts.push(advice);
    if (this.#contexts.length > CONTEXTS) this.#contexts.shift();
    return advice;
  }

  /** Whether every policy but the baseline was dropped. */
  isAlone(): boolean {
    return this.#stays.reduce((sum, stays) => sum + stays, 0) === 1 && this.#stays.at(-1) === 1;
  }

  probabilities(advice: Advice, { share, baselineMean }: BudgetMeter): Float64Array {
    const { actionCount } = this.#options;
    if (this.#rounds > 0) this.#drop(share, baselineMean);
    const floor = this.isAlone() ? 0 : this.#floor;
    balance(this.#mixture, this.#stays, this.#contexts, { actionCount, floor });
    return playProbabilities(this.#mixture, advice, { actionCount, floor });
  }

  learn(advice: Advice, { action, probability, reward, use }: Outcome): void {
    this.#rounds += 1;
    for (let p = 0; p < this.size - 1; p++) {
      if (advice[p] !== action) continue;
      this.#paid[p]! += reward / probability;
      this.#used[p]! += use / probability;
    }
  }

  #drop(share: number, baselineMean: number): void {
    const wide = this.#halfWidth();
    const bound = (sums: Float64Array, side: number, known: number) =>
      sums.map((sum, p) =>
        p === this.size - 1 ? known : Math.min(1, Math.max(0, sum / this.#rounds + side * wide)),
      );
    const bounds = {
      lowReward: bound(this.#paid, -1, baselineMean),
      highReward: bound(this.#paid, 1, baselineMean),
      lowUse: bound(this.#used, -1, 0),
      highUse: bound(this.#used, 1, 0),
    };
    const staying = stayingPolicies(bounds, share);
    this.#stays = this.#stays.map((stays, p) => stays & staying[p]!);
    if (!this.#stays.includes(1)) this.#stays[this.size - 1] = 1;
  }

  /** Freedman's, for a variance of 2 K and terms up to K / q. */
  #halfWidth(): number {
    const { actionCount, roundCount, failureProbability, marginFactor } = this.#options;
    const logWays = Math.log((4 * this.size * roundCount) / failureProbability);
    const spread = Math.sqrt((4 * actionCount * logWays) / this.#rounds);
    const largest = (2 * actionCount * logWays) / (3 * this.#floor * this.#rounds);
    return marginFactor * (spread + largest);
  }
}

function keepOnly(mixture: Float64Array, stays: Uint8Array): void {
  const total = mixture.reduce((sum, weight, p) => sum + weight * stays[p]!, 0);
  const count = stays.reduce((sum, own) => sum + own, 0);
  for (let p = 0; p < mixture.length; p++) {
    mixture[p] = stays[p] === 0 ? 0 : total > 0 ? mixture[p]! / total : 1 / count;
  }
}

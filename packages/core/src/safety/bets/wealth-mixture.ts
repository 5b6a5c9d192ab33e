/**
 * The gain that a mixture of bets proves: the root s of
 *
 *     Σ weight_k · exp(logWealth_k − rate_k · s) = 1 / failureProbability
 *
 * Bettor k starts with weight_k of one unit of money and pays rate_k for each unit of the true
 * total gain. All of them together reach 1 / failureProbability with at most that probability, ever
 * (Ville's inequality). A total gain below the root would mean that they have reached it, so it is
 * refuted (the betting theorem, docs/concepts/certificate.md). Letters: A_k = logWealth, λ_k = rate,
 * w_k = weight, δ = failureProbability.
 *
 * The logarithm of the left side is convex and falling in s. A tangent of such a curve meets the
 * level before the curve does, so every Newton step lands at or below the root, wherever it
 * started: stopping early is sound, only less sharp. It starts at the best that one bettor alone
 * proves, which is below the root too, and at most ln(number of bettors) away from the level.
 *
 * Rounding never errs on the bold side: before the search every line logWealth − rate · s is
 * lowered by a few units in the last place of all that was added to make it, which is more than
 * the search itself can lose (test against arithmetic of 100 digits, logWealth up to ±10⁶, rates
 * from 10⁻¹⁵⁰ to 10¹⁵⁰). It assumes `Math.exp` and `Math.log` to be within 3 units in the last
 * place.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireBetween, requireLength } from '../../base/require.ts';

/** The fixed part of a mixture: how fast each bettor bets, and with how much money it starts. */
export interface MixtureGrid {
  /** λ: share of wealth per unit of gain, each greater than 0. */
  readonly rates: readonly number[];
  /** w: share of the starting money, each greater than 0; together 1. */
  readonly weights: readonly number[];
}

/** Sixteen units in the last place, as a share of what was added up. */
const LINE_ALLOWANCE = 16 * Number.EPSILON;
/** Reached only by cut-off: with 14 bettors the search ends by itself after about 10 steps. */
const NEWTON_STEP_MAX = 60;
/** Larger gains are not claimed, so that nothing overflows. */
const GAIN_MAX = 1e300;

export class WealthMixture {
  readonly #logWeights: Float64Array;
  readonly #logTarget: number;
  readonly #slopes: Float64Array;
  readonly #heights: Float64Array;
  readonly #lines: Float64Array;

  constructor(grid: MixtureGrid, failureProbability: number) {
    requireBetween('failureProbability', failureProbability, 0, 1);
    requireLength('weights', grid.weights, grid.rates.length);
    requireSharesOfOne(grid.weights);
    for (const rate of grid.rates) requireBetween('rate', rate, 0, Number.POSITIVE_INFINITY);
    this.#logWeights = Float64Array.from(grid.weights, Math.log);
    this.#logTarget = -Math.log(failureProbability);
    this.#slopes = Float64Array.from(grid.rates, (rate) => rate * (1 + LINE_ALLOWANCE));
    this.#heights = new Float64Array(grid.rates.length);
    this.#lines = new Float64Array(grid.rates.length);
  }

  /** Number of bettors. */
  get length(): number {
    return this.#slopes.length;
  }

  /** Returns the gain s ≥ 0 that is proven; 0 while the bettors are too poor to prove any. */
  provenGain(logWealth: (index: number) => number): number {
    for (let k = 0; k < this.length; k++) this.#heights[k] = this.#height(k, logWealth(k));
    let gain = this.#bestSingleGain();
    for (let step = 0; step < NEWTON_STEP_MAX; step++) {
      const next = Math.min(gain + this.#newtonStep(gain), GAIN_MAX);
      if (!(next > gain)) break;
      gain = next;
    }
    return gain;
  }

  /** Logarithm of bettor k's share over the target at s = 0, lowered by the rounding allowance. */
  #height(index: number, logWealth: number): number {
    const logWeight = this.#logWeights[index]!;
    const magnitude = Math.abs(logWealth) + Math.abs(logWeight) + this.#logTarget + 1;
    return logWealth - this.#logTarget + logWeight - LINE_ALLOWANCE * magnitude;
  }

  #bestSingleGain(): number {
    let best = 0;
    for (let k = 0; k < this.length; k++) {
      const single = this.#heights[k]! / this.#slopes[k]!;
      if (single > best) best = single;
    }
    return Math.min(best, GAIN_MAX);
  }

  /** Returns log(mixture / target) divided by its fall per unit of gain; may be negative. */
  #newtonStep(gain: number): number {
    const lines = this.#lines;
    let highest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < lines.length; k++) {
      lines[k] = this.#heights[k]! - this.#slopes[k]! * gain;
      if (lines[k]! > highest) highest = lines[k]!;
    }
    let shareTotal = 0;
    let slopeTotal = 0;
    for (let k = 0; k < lines.length; k++) {
      const share = Math.exp(lines[k]! - highest);
      shareTotal += share;
      slopeTotal += share * this.#slopes[k]!;
    }
    return ((highest + Math.log(shareTotal)) * shareTotal) / slopeTotal;
  }
}

function requireSharesOfOne(weights: readonly number[]): void {
  let total = 0;
  for (const weight of weights) {
    requireBetween('weight', weight, 0, 1 + Number.EPSILON);
    total += weight;
  }
  if (Math.abs(total - 1) <= 1e-12) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'weights must add up to 1',
    received: String(total),
  });
}

/**
 * The bettors of the betting certificate: how each of them turns one reward into wealth.
 *
 * Nine bet on the reward alone (the betting theorem, docs/concepts/certificate.md):
 *
 *     log growth = log(1 + rate · (gain − prediction)) + rate · prediction
 *     rate = multiple / scale        prediction cut to [0, 0.9 / rate]
 *
 * The scale is the size of rewards when they come, and each bettor lowers the prediction as suits its
 * rate (`two-point-reward.ts`). Most of the money lies where yes/no rewards need it; the slowest
 * bettors keep the gate open where the gain is small against the spread, or the scale a bad guess.
 *
 * If the spread of rewards is declared, seven more use it, and each family gets half the money:
 *
 *     log growth = rate · gain − rate² · variance / (2 · (1 − tail · rate))
 *     rate = multiple / (√v + multiple · b)        v, b = declared variance and tail
 *
 * so tail · rate < 1 for each of them, and without a tail the rates are multiple / √v. They are
 * far better where the mean is much larger than the spread. Both families bound the same sum, of
 * mean − floor + (floor − lowest) + clipBias over the rounds, so one root serves both.
 *
 * Why the second family may use the CLIPPED gain. With r = reward − lowest and E = its mean,
 * E exp(rate · gain) ≤ E exp(rate · r) + rate · E(−r)₊ ≤ exp(rate · E + penalty) + rate · clipBias,
 * and this is at most exp(rate · (E + clipBias) + penalty) because the mean is not below the floor,
 * so E ≥ 0. Without the clip a reward still under way could not be counted as gain 0.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireBetween, requireNotNegative } from '../../base/require.ts';
import {
  addedBack,
  logFactor,
  predictionMax,
  SCALED_GAIN_MAX,
  TERM_ALLOWANCE,
} from './log-factor.ts';
import { cautiousPrediction } from './two-point-reward.ts';
import type { MixtureGrid } from './wealth-mixture.ts';

/** Declared spread: log E exp(s · (reward − mean)) ≤ s² · variance / (2 · (1 − tail · s)). */
export interface VarianceProxy {
  /** v: typical variance proxy of one round, greater than 0; it only sets the rates. */
  readonly variance: number;
  /** b: tail of the proxy, at least 0 and true for every round; 0 means sub-Gaussian. */
  readonly tail: number;
}

/** What a round's bet was placed with; `gain` and `predictedGain` count from the lowest reward. */
export interface BetRound {
  readonly gain: number;
  readonly predictedGain: number;
  /** Predicted deviation of the gain; 0 if none is known. */
  readonly deviation: number;
  /** v of this round, for bettors who use it. */
  readonly variance: number;
}

/** One bettor. */
export interface BetComponent {
  readonly rate: number;
  readonly weight: number;
  /** Returns what the round does to the logarithm of its wealth; grows with the gain. */
  logGrowth(round: BetRound): number;
}

/** Who bets on the reward alone: rates as multiples of 1 / scale. */
export const NINE_BETTORS: MixtureGrid = {
  rates: [1 / 256, 1 / 64, 1 / 16, 1 / 4, 1, 2, 4, 8, 64],
  weights: [1, 1, 2, 7, 14, 11, 13, 14, 1].map((share) => share / 64),
};

const VARIANCE_MULTIPLES = [0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6];
/**
 * More than `SCALED_GAIN_MAX` in each of 2⁵³ rounds: whoever loses so much in one round is never believed to own anything
 * again, and of a round that is larger still the number need not be known.
 */
const RUIN = -(2 ** 83);
/** Above this ratio of tail to √variance the declared spread says nothing. */
const TAIL_RATIO_MAX = 1e6;

export interface BetComponentsOptions {
  /** S₀: typical reward, in reward units; fixed before the first reward is seen. */
  readonly scale: number;
  readonly bettors: MixtureGrid;
  readonly varianceProxy: VarianceProxy | null;
}

/** Number of bettors for these declarations; known before the scale is. */
export function betComponentCount(options: Omit<BetComponentsOptions, 'scale'>): number {
  const { bettors, varianceProxy } = options;
  return bettors.rates.length + (varianceProxy === null ? 0 : VARIANCE_MULTIPLES.length);
}

/** Returns the bettors; their weights add up to 1. */
export function betComponents(options: BetComponentsOptions): BetComponent[] {
  const { scale, bettors, varianceProxy } = options;
  requireBetween('scale', scale, 0, Number.POSITIVE_INFINITY);
  const share = varianceProxy === null ? 1 : 0.5;
  const bets = bettors.rates.map((multiple, k) =>
    betOnReward(usableRate(multiple / scale, scale), share * bettors.weights[k]!),
  );
  if (varianceProxy === null) return bets;
  const weight = share / VARIANCE_MULTIPLES.length;
  const { variance, tail } = varianceProxy;
  const spreads = VARIANCE_MULTIPLES.map((multiple) =>
    betOnSpread({ rate: multiple / (Math.sqrt(variance) + multiple * tail), tail, weight }),
  );
  return [...bets, ...spreads];
}

/** Refuses a declared spread that makes no sense. */
export function requireVarianceProxy({ variance, tail }: VarianceProxy): void {
  requireNotNegative('varianceProxy.tail', tail);
  const least = (tail / TAIL_RATIO_MAX) ** 2;
  requireBetween('varianceProxy.variance', variance, least, Number.POSITIVE_INFINITY);
}

/** Returns a bettor on the reward alone. */
export function betOnReward(rate: number, weight: number): BetComponent {
  const most = predictionMax(rate);
  return {
    rate,
    weight,
    logGrowth({ gain, predictedGain, deviation }) {
      const cautious = cautiousPrediction(rate, { mean: predictedGain, deviation });
      const prediction = Math.min(cautious, most);
      return logFactor({ rate, gain, prediction }) + addedBack(rate, prediction);
    },
  };
}

/** Returns a bettor who uses the declared spread; tail · rate must be below 1. */
export function betOnSpread(bettor: {
  readonly rate: number;
  readonly tail: number;
  readonly weight: number;
}): BetComponent {
  const { rate, tail, weight } = bettor;
  const room = 1 - tail * rate - TERM_ALLOWANCE;
  return {
    rate,
    weight,
    logGrowth({ gain, variance }) {
      const earned = Math.min(rate * gain, SCALED_GAIN_MAX) * (1 - TERM_ALLOWANCE);
      // In this order, because rate² alone may underflow.
      const penalty = (rate * variance * rate) / (2 * room);
      return Math.max(earned - penalty * (1 + TERM_ALLOWANCE), RUIN);
    },
  };
}

function usableRate(rate: number, scale: number): number {
  if (rate > 0 && Number.isFinite(rate)) return rate;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'scale must be a number whose reciprocal is finite',
    received: String(scale),
  });
}

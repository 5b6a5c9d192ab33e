/**
 * The book for a baseline whose expected reward is declared, as a number or an interval.
 *
 *     proposal round   certain   floor − shareKept · baseline max + allowance
 *                      bet on    reward − lowest
 *     baseline round   certain   α · baseline min + allowance
 *                      bet on    α · (reward − lowest), if what is declared is an interval
 *
 * The bettors prove what the rewards add up to in expectation (the betting theorem,
 * docs/concepts/certificate.md). The floor of a proposal may be declared for one action, or for one
 * round. Baseline rounds are bet on with weight α, because α times its reward is what such a round
 * adds to the slack: so an interval is credited with what the baseline really earns, and not with the
 * least it might. With a number there is nothing to find out.
 */
import { HedgerowError } from '../../base/errors.ts';
import {
  type BetComponent,
  type BetRound,
  betComponentCount,
  betComponents,
  NINE_BETTORS,
  requireVarianceProxy,
  type VarianceProxy,
} from '../bets/bet-components.ts';
import { roundedDown } from '../bets/coin-promise.ts';
import { gainAbove, type RewardFloor, rewardFloor } from '../bets/reward-floor.ts';
import { rewardSize } from '../bets/two-point-reward.ts';
import type { MixtureGrid } from '../bets/wealth-mixture.ts';
import { type GridEnds, wideGrid } from '../bets/wide-grid.ts';
import type { PromiseTerms } from '../promise-terms.ts';
import type { BookPromise } from './book-promise.ts';
import { requireAboveFloor, requireDeclared } from './declared-baseline.ts';
import { PromiseBook } from './promise-book.ts';
import type { RewardInterval } from './safety-book.ts';
import type { PlayedRound } from './worth.ts';

export interface KnownBaselinePromiseOptions {
  readonly terms: PromiseTerms;
  /** Lowest noiseless reward in any context, in reward units. The higher it truly is, the better. */
  readonly rewardFloor: number;
  /** Highest noiseless reward, if it is declared. Only shapes the rates: a wrong one costs slack. */
  readonly rewardCeiling?: number;
  /** Sub-Gaussian scale of the reward noise; 0 if observed rewards never fall below the floor. */
  readonly rewardNoiseScale: number;
  /** δ: probability with which the promise may fail, over the whole run. */
  readonly failureProbability: number;
  /**
   * Declared bound on how far rewards stray from their expectation under the forecast: sub-Gaussian
   * bettors then join in, which helps much where rewards are large against their spread.
   */
  readonly varianceProxy?: VarianceProxy;
  /** Size of a usual decision. Default: 1. */
  readonly typicalSize?: number;
  /** Who bets on the reward alone. Default: nine, and four more at each end. */
  readonly bettors?: MixtureGrid;
}

/**
 * The size of rewards, by which the rates are fixed when the first bet is placed, is a guess then: rewards
 * have not told their spread yet, or were told wrong. Guesses may be wrong by some thousand times. A
 * sixteenth of the money costs those who guessed right log(16 / 15) in log wealth, once and for all.
 */
export const GUESS_ENDS: GridEnds = { step: 8, count: 4, share: 1 / 32 };

export interface KnownBaselineBookOptions extends KnownBaselinePromiseOptions {
  /** Least baseline reward of rounds to come; lets a window be repaired before it ends. */
  readonly baselineRewardMin?: number;
  readonly period?: number;
  readonly budgetMax?: number;
}

/** Returns the book for a declared baseline. */
export function knownBaselineBook(options: KnownBaselineBookOptions): PromiseBook {
  const promises = [knownBaselinePromise(options)] as const;
  return new PromiseBook({ ...options, promises, reserve: options.terms.reserve });
}

/** Returns the promise about expected rewards with a declared baseline. */
export function knownBaselinePromise(options: KnownBaselinePromiseOptions): BookPromise {
  const { terms, varianceProxy = null, typicalSize } = options;
  const bettorsOf = (firstSize: number) =>
    options.bettors ?? wideGrid(NINE_BETTORS, firstSize, GUESS_ENDS);
  if (varianceProxy !== null) requireVarianceProxy(varianceProxy);
  const floor = rewardFloor({ floor: options.rewardFloor, noiseScale: options.rewardNoiseScale });
  const common = { terms, floor, varianceProxy };
  return {
    terms,
    failureProbability: options.failureProbability,
    bettorCount: betComponentCount({ bettors: bettorsOf(1), varianceProxy }),
    tellsActionsApart: false,
    checkGroup: () => refuseTail(varianceProxy),
    betsOnGroups: true,
    checkSize: () => refuseTail(varianceProxy),
    isTrusted: () => true,
    checkBaseline: (baselineReward) => void requireDeclared(terms, baselineReward),
    checkReward: (reward) => requireAboveFloor(reward, options),
    playProbability: () => 1,
    increment: ({ baselineReward, proposalFloor }) =>
      certainOfProposal(options, { baselineReward, proposalFloor: proposalFloor ?? null }),
    trustedIncrement: () => null,
    isBetOn: ({ player, stake }) => player === 'proposal' || isOpen(terms, stake.baselineReward),
    certain: (round) => certainOf(options, round),
    base: (round) => baseOf(options, floor, round),
    scaleOf: (mean, deviation) => sizeOfReward(options, mean, deviation),
    createTable: (scale, firstSize) => {
      const bettors = bettorsOf(firstSize);
      return createTable({ ...common, bettors, scale, typicalSize: typicalSize ?? 1 });
    },
  };
}

/** Refuses sizes and groups where the tail of a sum would have to be known. */
function refuseTail(varianceProxy: VarianceProxy | null): void {
  if (varianceProxy === null || varianceProxy.tail === 0) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'sizes and groups need a declared spread without a tail',
    received: `a tail of ${varianceProxy.tail}`,
    remedy: 'Declare a sub-Gaussian spread (tail 0), or none.',
  });
}

/** Whether something is left to find out of what baseline rounds add. */
function isOpen({ allowedShortfall }: PromiseTerms, declared: RewardInterval | null): boolean {
  return allowedShortfall > 0 && declared !== null && declared.min < declared.max;
}

function certainOf(options: KnownBaselinePromiseOptions, { player, stake }: PlayedRound): number {
  if (player === 'proposal') return certainOfProposal(options, stake);
  const { allowedShortfall, allowancePerRound } = options.terms;
  const { min } = requireDeclared(options.terms, stake.baselineReward);
  return roundedDown(allowedShortfall * min + allowancePerRound, 0);
}

function certainOfProposal(
  { terms, rewardFloor: lowest }: KnownBaselinePromiseOptions,
  round: { readonly baselineReward: RewardInterval | null; readonly proposalFloor: number | null },
): number {
  const { max } = requireDeclared(terms, round.baselineReward);
  const floor = Math.max(lowest, round.proposalFloor ?? lowest);
  return roundedDown(floor + terms.allowancePerRound, terms.shareKept * max);
}

function baseOf(
  options: KnownBaselinePromiseOptions,
  { lowest, clipBias }: RewardFloor,
  round: PlayedRound,
): number {
  const { terms } = options;
  const declared = requireDeclared(terms, round.stake.baselineReward);
  if (round.player === 'proposal') {
    return roundedDown(lowest + terms.allowancePerRound, terms.shareKept * declared.max + clipBias);
  }
  if (!isOpen(terms, declared)) return certainOf(options, round);
  const { allowedShortfall } = terms;
  return roundedDown(
    allowedShortfall * lowest + terms.allowancePerRound,
    allowedShortfall * clipBias,
  );
}

/** Below any amount that is meant, and far enough from 0 to be divided by. */
const SCALE_MIN = 1e-100;

/** What the baseline earns above the floor, as far as is known. */
function meanAboveFloor(options: KnownBaselinePromiseOptions, meanBaselineReward: number): number {
  const aboveFloor = meanBaselineReward - options.rewardFloor;
  if (aboveFloor >= SCALE_MIN) return aboveFloor;
  return options.rewardNoiseScale >= SCALE_MIN ? options.rewardNoiseScale : 1;
}

/** What a reward pays when it pays, as far as is known: no more than what is declared to be the most. */
function sizeOfReward(
  options: KnownBaselinePromiseOptions,
  meanBaselineReward: number,
  deviation: number,
): number {
  const { rewardFloor: lowest, rewardCeiling = Number.POSITIVE_INFINITY } = options;
  const mean = meanAboveFloor(options, meanBaselineReward);
  const most = Math.max(rewardCeiling - lowest + options.rewardNoiseScale, mean);
  return Math.min(rewardSize({ mean, deviation }), most);
}

interface TableInput {
  readonly terms: PromiseTerms;
  readonly floor: RewardFloor;
  readonly varianceProxy: VarianceProxy | null;
  readonly bettors: MixtureGrid;
  readonly scale: number;
  readonly typicalSize: number;
}

function createTable(input: TableInput): ReturnType<BookPromise['createTable']> {
  const { varianceProxy, typicalSize } = input;
  const components: readonly BetComponent[] = betComponents({
    bettors: input.bettors,
    scale: input.scale * typicalSize,
    varianceProxy: varianceProxy === null ? null : ofSize(typicalSize, varianceProxy),
  });
  const growthOfBet = (bet: BetRound) => (index: number) => components[index]!.logGrowth(bet);
  return {
    grid: {
      rates: components.map(({ rate }) => rate),
      weights: components.map(({ weight }) => weight),
    },
    growthOf: (round) => growthOfBet(betOf(input, round)),
    sums: { betOf: (round) => betOf(input, round), growthOfBet },
  };
}

function ofSize(size: number, { variance, tail }: VarianceProxy): VarianceProxy {
  return { variance: size * variance * size, tail: size * tail };
}

/** The bet on one round: on the reward above the lowest, or on the share of it that counts. */
function betOf(
  { terms, floor, varianceProxy }: TableInput,
  { player, stake, reward }: PlayedRound,
): BetRound {
  const isProposal = player === 'proposal';
  // How much of the reward counts: of all that the size stands for.
  const share = (isProposal ? 1 : terms.allowedShortfall) * (stake.size ?? 1);
  const prediction = isProposal ? stake.proposalPrediction : stake.baselinePrediction;
  const variance = (isProposal ? stake.variance : null) ?? varianceProxy?.variance ?? 0;
  return {
    gain: reward === null ? 0 : share * gainAbove(floor, reward),
    predictedGain: share * Math.max(prediction - floor.lowest, 0),
    deviation: share * stake.rewardDeviation,
    variance: share * share * variance,
  };
}

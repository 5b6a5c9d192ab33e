/**
 * The book for a baseline whose reward is unknown: a coin now and then gives a round to the baseline
 * although the proposal was allowed, and what it earns then measures what it would have earned
 * elsewhere.
 *
 *     certain    what the round adds in the worst case   (bets/coin-rule.ts)
 *     bet on     what the coin shows of the rest          (bets/policy-promise.ts and its kin)
 *
 * Three promises can be kept this way (docs/concepts/certificate.md): about the mean before the coin
 * (`policy`), about the mean of what is played (`played`), about what is observed (`observed`).
 *
 * A size makes a bettor that many times faster, which is the same as a reward that many times larger.
 * A group is no bet of its own. The coin is independent of the weather, so these promises hold in the
 * weather that came, whatever the decisions of a group share: put the weather into what is known before
 * each coin falls, and nothing in the proofs changes. Intervals and floors that are declared for means over
 * the forecast need not be true in one weather; rounds of a group do without them. (A promise about means
 * over the weather would need one bet on the sum, and that sum is not fixed at the start of the group: who
 * comes later has seen how earlier coins fell.)
 */
import { coinGrid } from '../bets/coin-grid.ts';
import { type CoinPromise, roundedDown } from '../bets/coin-promise.ts';
import { type CoinRange, coinRange, countedCeiling } from '../bets/coin-range.ts';
import {
  holdOutProbability,
  type IncrementInput,
  mixedIncrement,
  observedDebit,
  observedIncrement,
  playedDebit,
  playedIncrement,
  policyDebit,
  policyIncrement,
} from '../bets/coin-rule.ts';
import type { CoinSide, CoinStake } from '../bets/coin-stake.ts';
import { observedPromise } from '../bets/observed-promise.ts';
import { playedPromise } from '../bets/played-promise.ts';
import { policyPlayProbability } from '../bets/policy-coin-rule.ts';
import { policyPromise } from '../bets/policy-promise.ts';
import { wideGrid } from '../bets/wide-grid.ts';
import { type PromiseTerms, requireRepairing } from '../promise-terms.ts';
import type { BookPromise, PlayMeans } from './book-promise.ts';
import { requireAboveFloor, requireNoNoise } from './declared-baseline.ts';
import { PromiseBook } from './promise-book.ts';
import type { Offer, Player, RewardInterval } from './safety-book.ts';
import type { PlayedRound } from './worth.ts';

/** What the promise is about when a coin is flipped. */
export type CoinSubject = 'policy' | 'played' | 'observed';

export interface CoinBookOptions {
  readonly terms: PromiseTerms;
  readonly subject: CoinSubject;
  /** Lowest noiseless reward in any context, in reward units. */
  readonly rewardFloor: number;
  /** Highest noiseless reward in any context, in reward units. The lower it truly is, the better. */
  readonly rewardCeiling: number;
  /** Sub-Gaussian scale of the reward noise; 0 if observed rewards keep to the range. */
  readonly rewardNoiseScale: number;
  /** δ: probability with which the promise may fail, over the whole run. */
  readonly failureProbability: number;
  readonly period?: number;
  readonly budgetMax?: number;
  readonly typicalSize?: number;
}

const SIDES: Readonly<Record<Player, CoinSide>> = {
  proposal: 'proposal',
  'held-out': 'baseline',
  baseline: 'forced',
};

const PROMISES = {
  policy: policyPromise,
  played: playedPromise,
  observed: observedPromise,
} as const;

/** Returns the book for an unknown baseline. */
export function coinBook(options: CoinBookOptions): PromiseBook {
  const promises = [coinPromise(options)] as const;
  return new PromiseBook({ ...options, promises, reserve: options.terms.reserve });
}

function coinPromise(options: CoinBookOptions): BookPromise {
  const { terms, subject } = options;
  requireRepairing(terms, options.rewardFloor);
  if (subject === 'observed') requireNoNoise(options.rewardNoiseScale);
  const declared = {
    floor: options.rewardFloor,
    noiseScale: options.rewardNoiseScale,
    allowedShortfall: terms.allowedShortfall,
    ...countedCeiling({ ceiling: options.rewardCeiling, noiseScale: options.rewardNoiseScale }),
  };
  const range = coinRange(declared);
  const promise: CoinPromise = PROMISES[subject](declared);
  const { typicalSize } = options;
  const usual = coinGrid(promise.width * (typicalSize ?? 1));
  const gridOf = (firstSize: number) =>
    typicalSize === undefined ? usual : wideGrid(usual, firstSize);
  const { rates } = gridOf(1);
  // The books count s* whole. Where only a share of it is proved, a gain is that much smaller for whoever
  // bets at that much higher a rate, rounded up.
  const perUnit = (1 + 2 * Number.EPSILON) / promise.gainShare;
  const counted = promise.gainShare === 1 ? rates : rates.map((rate) => rate * perUnit);
  const withAllowance = (amount: number) => roundedDown(amount + terms.allowancePerRound, 0);
  return {
    terms,
    failureProbability: options.failureProbability,
    bettorCount: rates.length,
    tellsActionsApart: false,
    checkGroup: () => {},
    betsOnGroups: false,
    checkSize: () => {},
    isTrusted: () => true,
    checkBaseline: () => {},
    checkReward: (reward) => requireAboveFloor(reward, options),
    playProbability: (offer, means) => playProbability({ options, range, offer, means }),
    increment: (offer, q) => withAllowance(increment(options, offer, q)),
    trustedIncrement: () => null,
    // What a round adds that only the baseline plays is seen, if observed rewards count.
    isBetOn: ({ player }) => subject !== 'observed' || player !== 'baseline',
    certain: (round) => withAllowance(certainOf(options, round)),
    base: (round) => withAllowance(promise.base(coinRound(round))),
    debit: (round) => debitOf(options, range, round),
    scaleOf: () => 1,
    createTable: (_scale, firstSize) => ({
      grid: { rates: counted, weights: gridOf(firstSize).weights },
      growthOf(round) {
        const shown = coinRound(round);
        const { size = 1 } = round.stake;
        return (index) => promise.logGrowth(shown, rates[index]! * size);
      },
      sums: null,
    }),
  };
}

function coinRound({ player, stake, reward }: PlayedRound): {
  readonly stake: CoinStake;
  readonly reward: number | null;
} {
  const { playProbability, proposalPrediction, baselinePrediction, rewardDeviation } = stake;
  const predicted = { proposalPrediction, baselinePrediction, rewardDeviation };
  return { stake: { playProbability, coin: SIDES[player], ...predicted }, reward };
}

interface PlayProbabilityInput {
  readonly options: CoinBookOptions;
  readonly range: CoinRange;
  readonly offer: Offer;
  readonly means: PlayMeans;
}

function playProbability(input: PlayProbabilityInput): number {
  const { options, range, offer, means } = input;
  const { allowancePerRound } = options.terms;
  const known = {
    ...incrementInput(options, offer.baselineReward, offer.proposalFloor ?? null),
    ...(offer.rewardDeviation === undefined ? {} : { rewardDeviation: offer.rewardDeviation }),
    proposalPrediction: offer.proposalPrediction,
    baselinePrediction: offer.baselinePrediction,
    slack: means.slack,
    range,
  };
  if (options.subject !== 'policy') return 1 - holdOutProbability(known);
  return policyPlayProbability({ ...known, allowancePerRound, ...means });
}

/** The least the round can add however the coin falls. */
function increment(options: CoinBookOptions, offer: Offer, q: number): number {
  const input = incrementInput(options, offer.baselineReward, offer.proposalFloor ?? null);
  return options.subject === 'policy'
    ? policyIncrement({ ...input, playProbability: q })
    : mixedIncrement(input);
}

/** The least it adds, now that the coin has fallen. */
function certainOf(options: CoinBookOptions, { player, stake, reward }: PlayedRound): number {
  const input = incrementInput(options, stake.baselineReward, stake.proposalFloor);
  const coin = SIDES[player];
  switch (options.subject) {
    case 'policy':
      return policyIncrement({ ...input, playProbability: stake.playProbability });
    case 'played':
      return playedIncrement({ ...input, coin });
    case 'observed':
      return observedIncrement({ ...input, coin, reward });
  }
}

/** What it is charged while it may still be given up. */
function debitOf(
  options: CoinBookOptions,
  { lowest }: CoinRange,
  { player, stake }: PlayedRound,
): number {
  const { terms, subject, rewardCeiling } = options;
  const known = incrementInput(options, stake.baselineReward, null);
  const { allowancePerRound } = terms;
  const input = {
    ...known,
    allowancePerRound,
    lowest,
    highest: rewardCeiling,
    coin: SIDES[player],
  };
  switch (subject) {
    case 'policy':
      return policyDebit({ ...input, playProbability: stake.playProbability });
    case 'played':
      return playedDebit(input);
    case 'observed':
      return observedDebit(input);
  }
}

function incrementInput(
  { terms, subject, rewardFloor, rewardCeiling }: CoinBookOptions,
  baselineReward: RewardInterval | null,
  proposalFloor: number | null,
): Required<IncrementInput> {
  // What a call declares is a mean, and says nothing of what single rounds earn.
  const declared = subject === 'observed' ? null : baselineReward;
  return {
    allowedShortfall: terms.allowedShortfall,
    floor: Math.max(rewardFloor, proposalFloor ?? rewardFloor),
    baselineRewardMin: Math.max(rewardFloor, declared?.min ?? rewardFloor),
    baselineRewardMax: declared?.max ?? rewardCeiling,
  };
}

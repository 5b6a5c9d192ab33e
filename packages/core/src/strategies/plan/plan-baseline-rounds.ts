/**
 * Before starting: how many rounds will follow the baseline, for each α one might choose?
 *
 * Plays the very book that would keep the promise against rewards drawn from the baseline's own
 * history (or from the declared range, if there is no history), with a proposal on offer in every
 * round that pays `improvement` more than the baseline. Many runs give a median and an interval.
 *
 * It is a forecast, not a promise: the real count depends on how good the alternatives are and on how
 * soon the proposer finds them. With improvement 0 it is a cautious estimate for a world in which
 * there is nothing to gain.
 */
import { HedgerowError } from '../../base/errors.ts';
import type { RandomSource } from '../../base/random-source.ts';
import { requireAllFinite, requireFinite, requireWhole } from '../../base/require.ts';
import { coinBook } from '../../safety/books/coin-book.ts';
import { knownBaselineBook } from '../../safety/books/known-baseline-book.ts';
import type { Offer, Player, Quote, SafetyBook } from '../../safety/books/safety-book.ts';
import { relativePromise } from '../../safety/promise-terms.ts';

export interface PlanOptions {
  /** The values of α to plan for. */
  readonly allowedShortfalls: readonly number[];
  /** Lowest and highest reward, as they will be declared. */
  readonly reward: { readonly min: number; readonly max: number; readonly noiseScale?: number };
  /** δ, as it will be declared. */
  readonly failureProbability: number;
  /** Rewards that the baseline has earned; the declared range stands in if there are none. */
  readonly baselineRewards?: readonly number[];
  /** Whether the baseline's expected reward will be declared (as the mean of the history). */
  readonly isBaselineKnown: boolean;
  /** How much more than the baseline proposals pay, as a share: 0.1 for ten percent. */
  readonly improvement: number;
  /** Number of rounds to look ahead. */
  readonly horizon: number;
  /** Number of simulated futures; 200 or so. */
  readonly runCount: number;
  readonly random: RandomSource;
}

export interface PlanRow {
  readonly allowedShortfall: number;
  /** First round in which a proposal may be played; horizon + 1 if there is none. */
  readonly firstProposal: PlanInterval;
  /** Rounds within the horizon that follow the baseline. */
  readonly baselineRounds: PlanInterval;
}

/** What 5, 50 and 95 of 100 simulated futures stay below. */
export interface PlanInterval {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** Returns one row for each α. */
export function planBaselineRounds(options: PlanOptions): PlanRow[] {
  checkOptions(options);
  const rewards = baselineRewards(options);
  const baselineMean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  return options.allowedShortfalls.map((allowedShortfall) => {
    const futures = Array.from({ length: options.runCount }, () =>
      playFuture({ options, allowedShortfall, rewards, baselineMean }),
    );
    return {
      allowedShortfall,
      firstProposal: interval(futures.map((future) => future.firstProposal)),
      baselineRounds: interval(futures.map((future) => future.baselineRounds)),
    };
  });
}

interface FutureInput {
  readonly options: PlanOptions;
  readonly allowedShortfall: number;
  readonly rewards: readonly number[];
  readonly baselineMean: number;
}

function playFuture(input: FutureInput): { firstProposal: number; baselineRounds: number } {
  const { options, rewards, baselineMean } = input;
  const { horizon, random } = options;
  const book = createBook(input);
  const rewardDeviation = deviationOf(rewards, baselineMean);
  let firstProposal = horizon + 1;
  let baselineRounds = 0;
  for (let round = 1; round <= horizon; round++) {
    const offer: Offer = {
      proposalPrediction: improved(baselineMean, options),
      baselinePrediction: baselineMean,
      baselineReward: options.isBaselineKnown ? { min: baselineMean, max: baselineMean } : null,
      rewardDeviation,
    };
    const quote = book.quote(offer);
    const player = choosePlayer(quote, random);
    const entry = book.issue(offer, player, quote);
    const drawn = rewards[Math.floor(random() * rewards.length)]!;
    book.settle(entry, player === 'proposal' ? improved(drawn, options) : drawn);
    if (player === 'proposal') firstProposal = Math.min(firstProposal, round);
    else baselineRounds += 1;
  }
  return { firstProposal, baselineRounds };
}

function choosePlayer({ mayPlay, playProbability }: Quote, random: RandomSource): Player {
  if (!mayPlay) return 'baseline';
  return random() < playProbability ? 'proposal' : 'held-out';
}

function createBook({ options, allowedShortfall }: FutureInput): SafetyBook {
  const common = {
    terms: relativePromise({ allowedShortfall }),
    rewardFloor: options.reward.min,
    rewardCeiling: options.reward.max,
    rewardNoiseScale: options.reward.noiseScale ?? 0,
    failureProbability: options.failureProbability,
  };
  return options.isBaselineKnown
    ? knownBaselineBook(common)
    : coinBook({ ...common, subject: 'policy' });
}

function deviationOf(rewards: readonly number[], mean: number): number {
  const squares = rewards.reduce((sum, reward) => sum + (reward - mean) ** 2, 0);
  return Math.sqrt(squares / rewards.length);
}

function improved(reward: number, { improvement, reward: range }: PlanOptions): number {
  return Math.min(Math.max(reward * (1 + improvement), range.min), range.max);
}

/** The history, or a hundred rewards spread evenly over the declared range. */
function baselineRewards({ baselineRewards: history, reward }: PlanOptions): readonly number[] {
  if (history !== undefined && history.length > 0) return history;
  const step = (reward.max - reward.min) / 99;
  return Array.from({ length: 100 }, (_, i) => reward.min + i * step);
}

function interval(values: number[]): PlanInterval {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return { low: at(0.05), median: at(0.5), high: at(0.95) };
}

function checkOptions(options: PlanOptions): void {
  const { baselineRewards: history = [], reward } = options;
  requireAllFinite('baselineRewards', history);
  requireFinite('improvement', options.improvement);
  requireWhole('horizon', options.horizon, 1, 1e6);
  requireWhole('runCount', options.runCount, 1, 1e5);
  const outside = history.find((value) => value < reward.min || value > reward.max);
  if (outside === undefined) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `baselineRewards must lie in the declared range, ${reward.min} to ${reward.max}`,
    received: `one with ${outside}`,
    remedy: 'Declare a range that holds for all rewards there can be.',
  });
}

/**
 * One promise, as the books need to know it: what a round is worth, and who bets on what.
 *
 * A promise is a set of pure functions. It keeps no books: those are the same for all of them
 * (promise-book.ts).
 */
import type { LogGrowth } from '../bets/wealth-account.ts';
import type { MixtureGrid } from '../bets/wealth-mixture.ts';
import type { PromiseTerms } from '../promise-terms.ts';
import type { Offer, RewardInterval } from './safety-book.ts';
import type { PlayedRound } from './worth.ts';

/** The bettors of a promise, once their rates are fixed. */
export interface BettingTable {
  readonly grid: MixtureGrid;
  /** Returns what a round does to the log wealth of each bettor, rounded down. */
  growthOf(round: PlayedRound): LogGrowth;
}

export interface BookPromise {
  readonly terms: PromiseTerms;
  /** δ: probability with which it may ever fail; not used where nobody bets. */
  readonly failureProbability: number;
  /** Number of bettors; 0 where everything is seen and nothing has to be proved. */
  readonly bettorCount: number;
  /** Whether the least that a proposal adds depends on which action is proposed. */
  readonly tellsActionsApart: boolean;
  /** False once its declarations have contradicted each other: then it proves nothing more. */
  isTrusted(): boolean;
  checkBaseline(baselineReward: RewardInterval | null): void;
  checkReward(reward: number): void;
  /** Probability with which the proposal is played if it may be; 1 without a coin, 0: not yet. */
  playProbability(offer: Offer, slack: number, roundCount: number): number;
  /** The least that the proposal adds to the slack, before a coin has fallen. */
  increment(offer: Offer, playProbability: number): number;
  /** The part of that which a trusted model adds; null without one. */
  trustedIncrement(offer: Offer): number | null;
  /** Whether bettors bet on the round: settled when it is issued, whatever comes of it. */
  isBetOn(round: Omit<PlayedRound, 'reward'>): boolean;
  /** What the round adds to the slack beside what the bettors prove, if it was executed. */
  base(round: PlayedRound): number;
  /** What it adds at least, if it was executed. */
  certain(round: PlayedRound): number;
  /** What rewards above the floor pay when they pay, by their mean and deviation. */
  scaleOf(meanBaselineReward: number, rewardDeviation: number): number;
  /** Returns the bettors for rewards of this typical size. */
  createTable(scale: number): BettingTable;
}

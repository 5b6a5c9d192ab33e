/**
 * One promise, as the books need to know it: what a round is worth, and who bets on what.
 *
 * A promise is a set of pure functions. It keeps no books: those are the same for all of them
 * (promise-book.ts).
 */
import type { BetRound } from '../bets/bet-components.ts';
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
  /** The same for a bet on the sum of several rounds; null where rounds cannot be summed. */
  readonly sums: BetSums | null;
}

/** Bets that can be made on the sum of rounds. */
export interface BetSums {
  betOf(round: PlayedRound): BetRound;
  growthOfBet(bet: BetRound): LogGrowth;
}

/** What there is to play with, divided by the size of the decision. */
export interface PlayMeans {
  readonly slack: number;
  readonly reserve: number;
  /** Number of rounds before this one; of their sizes, if they had any. */
  readonly roundCount: number;
}

export interface BookPromise {
  readonly terms: PromiseTerms;
  /** δ: probability with which it may ever fail; not used where nobody bets. */
  readonly failureProbability: number;
  /** Number of bettors; 0 where everything is seen and nothing has to be proved. */
  readonly bettorCount: number;
  /** Whether the least that a proposal adds depends on which action is proposed. */
  readonly tellsActionsApart: boolean;
  /** Refuses a group, where several rounds cannot be one bet and must be. */
  checkGroup(): void;
  /**
   * Whether a group is one bet. Where it is not, its rounds count in the state of the world that came:
   * what is declared of means over the forecast says nothing there, and is left out.
   */
  readonly betsOnGroups: boolean;
  /** Refuses a size other than 1 where the declarations do not say what it would mean. */
  checkSize(): void;
  /** False once its declarations have contradicted each other: then it proves nothing more. */
  isTrusted(): boolean;
  checkBaseline(baselineReward: RewardInterval | null): void;
  checkReward(reward: number): void;
  /**
   * Probability with which the proposal is played if it may be; 1 without a coin, 0: not yet. The
   * slack, the reserve and what was played before are told in units of the size of the decision.
   */
  playProbability(offer: Offer, means: PlayMeans): number;
  /** The least that the proposal adds for a unit of size, before a coin has fallen. */
  increment(offer: Offer, playProbability: number): number;
  /** The part of that which a trusted model adds; null without one. */
  trustedIncrement(offer: Offer): number | null;
  /** Whether bettors bet on the round: settled when it is issued, whatever comes of it. */
  isBetOn(round: Omit<PlayedRound, 'reward'>): boolean;
  /** What it adds to the slack beside what the bettors prove, for a unit of size, if executed. */
  base(round: PlayedRound): number;
  /** What its base loses while it may still be given up, for a unit of size; absent without a coin. */
  debit?(round: PlayedRound): number;
  /** What it adds at least, for a unit of size, if it was executed. */
  certain(round: PlayedRound): number;
  /** What rewards above the floor pay when they pay, by their mean and deviation. */
  scaleOf(meanBaselineReward: number, rewardDeviation: number): number;
  /**
   * Returns the bettors for rewards of this typical size; the first bet is on a decision so many times
   * as large as a usual one.
   */
  createTable(scale: number, firstSize: number): BettingTable;
}

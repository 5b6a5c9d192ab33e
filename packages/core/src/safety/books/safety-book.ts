/**
 * The contract of the books that keep the promise.
 *
 * A book is asked for a quote before a round (may the proposal be played, and what is left if it
 * turns out as badly as it can?), is told what was issued, and hears later, in any order, what came
 * of it: executed, fallen back to the baseline, void, rewarded, corrected.
 *
 *     issued ──▶ executed ──▶ rewarded ──▶ corrected …
 *        ├─────▶ fell-back
 *        └─────▶ void
 *
 * No news is bad news: what is proved is a function of what is known now, and never of the order in
 * which it became known (worth.ts). Asking changes nothing, and neither does time.
 */
import type { BookState } from './promise-book.ts';

/** What is known of the baseline's expected reward in one round, in reward units. */
export interface RewardInterval {
  readonly min: number;
  readonly max: number;
}

/** A proposal, before the book has said yes or no. */
export interface Offer {
  /** Predicted reward of the proposal. A bad prediction costs slack, never safety. */
  readonly proposalPrediction: number;
  /** Predicted reward of the baseline action. */
  readonly baselinePrediction: number;
  /** What is declared of the baseline's expected reward; null if nothing is. */
  readonly baselineReward: RewardInterval | null;
  /** Least expected reward of the proposal in this round, where one is declared. */
  readonly proposalFloor?: number;
  /** How far rewards stray from predictions, as far as is known. A bad guess costs slack only. */
  readonly rewardDeviation?: number;
  /** Variance proxy of the proposal's reward in this round, where one is declared. */
  readonly variance?: number;
  /** Expected features of both, for books that trust a linear model. */
  readonly features?: OfferFeatures;
  /** Size of the decision: the promise is about the sum of size · reward. Default 1. */
  readonly size?: number;
  /** Name of the group with which the decision shares what forecasts leave open; one bet for all. */
  readonly group?: string;
  /** Whether more may be known than at the start of its group; absent if not. */
  readonly joinsLater?: boolean;
}

export interface OfferFeatures {
  readonly proposal: Float64Array;
  readonly baseline: Float64Array;
}

export interface Quote {
  /** What is proved of the slack before the round, in reward units. Below 0: overdrawn. */
  readonly slack: number;
  /** What is left of it if the proposal is played and pays as little as it can. */
  readonly margin: number;
  /** The least that the proposal adds to the slack; most books know no more than the floor. */
  readonly increment: number;
  /** Whether the proposal may be played. */
  readonly mayPlay: boolean;
  /** Probability with which it is played if it may be; below 1 where the baseline is unknown. */
  readonly playProbability: number;
}

/** Who plays: the proposal, the baseline although the proposal was allowed, or only the baseline. */
export type Player = 'proposal' | 'held-out' | 'baseline';

export type Execution = 'issued' | 'executed' | 'fell-back' | 'void';

/**
 * Why a decision was not carried out.
 *
 * - `unrelated`: the cause says nothing about what the action would have earned: the machine was broken,
 *   it was out of stock, the visitor left before seeing it.
 * - `newer-information`: somebody knew more than at the decision. In doubt, this one: the decision stays
 *   in the total as issued, and its reward is lost.
 */
export type GiveUpReason = 'unrelated' | 'newer-information';

/** All that the books must remember of a round to know what it is worth, whatever comes of it. */
export interface Stake {
  /** q: probability of the proposal before the coin; 1 without a coin, 0 if only the baseline may. */
  readonly playProbability: number;
  readonly proposalPrediction: number;
  readonly baselinePrediction: number;
  /** How far rewards were expected to stray from predictions; 0 if nothing was known of it. */
  readonly rewardDeviation: number;
  /** What was declared of the baseline's expected reward in this round. */
  readonly baselineReward: RewardInterval | null;
  /** Least expected reward of the proposal, as declared for this round; null if nothing was. */
  readonly proposalFloor: number | null;
  /** Declared variance proxy of this round; null for the declared one of all rounds. */
  readonly variance: number | null;
  /** The least that a trusted model says the proposal adds to the slack; null without one. */
  readonly trustedIncrement: number | null;
  /** Size of the decision, fixed when it is issued; absent for 1. All else is for a unit of size. */
  readonly size?: number;
  /** Whether it joined the bet of its group when more could be known: nobody bets on it; absent if not. */
  readonly joinedLater?: boolean;
}

/** One line of the book: plain data, changed by the book alone but for `reward`. */
export interface BookEntry {
  /** The period whose promise it belongs to, counted from 1. */
  readonly period: number;
  /** Its place among the bets, that of its group if it has one; null if nobody bets on it. */
  readonly position: number | null;
  /** The group it belongs to; absent for none. */
  readonly group?: string;
  readonly player: Player;
  readonly stake: Stake;
  execution: Execution;
  /** The reward last reported for it, taken in or not; null while none has come. */
  reward: number | null;
  /** The reward that the books count, when its group is closed; null while they count none. */
  counted: number | null;
  /**
   * How many decisions had been issued when its reward was told, or itself while none is; absent where nothing
   * limits savings.
   */
  toldAt?: number;
  /** Why it was taken back; absent if it was not. */
  reason?: GiveUpReason;
  /** Whether it was taken back when a reward of its group could have been seen; absent if not. */
  isBound?: boolean;
}

/** What whoever takes a round back says and may know. */
export interface TakeBackKnowledge {
  readonly reason: GiveUpReason;
  /** Whether a reward of its group was told in another book; this book knows its own. Default false. */
  readonly isGroupSeen?: boolean;
}

/** What a book is told before a round. */
export interface RoundStart {
  readonly group?: string;
  /** The name of its period, where periods are named. */
  readonly period?: string;
  /** Number of decisions so far, those of other books included. Default 0. */
  readonly issuedCount?: number;
  /** The earliest decision that may still be corrected. Default: all may. */
  readonly correctableFrom?: () => number;
}

export interface SafetyBook {
  /** Whether the least that a proposal adds depends on which action is proposed. */
  readonly tellsActionsApart: boolean;
  /** The group that decisions may join; null if none is open. */
  readonly openGroup: string | null;
  /** Refuses what is said of the baseline's reward, before anything of the round is taken in. */
  checkBaseline(baselineReward: RewardInterval | null): void;
  /** Refuses a size, likewise. */
  checkSize(size: number): void;
  /** Refuses a group that cannot be joined in that period, or that makes no sense here, likewise. */
  checkGroup(group: string, period?: string): void;
  /** Refuses a reward that its declarations rule out; before it is accepted, not after. */
  checkReward(reward: number): void;
  /**
   * Once before each round: a period that is over gives way to the next, and so does another group that
   * is open. Refuses a group that cannot be joined any more.
   */
  beginRound(start?: RoundStart): void;
  /** Once before the quotes of a round: the baseline's features and declared reward. */
  declareBaseline(features: Float64Array, baselineReward: RewardInterval): void;
  /** Says whether a proposal may be played. Pure. */
  quote(offer: Offer): Quote;
  /** Books what is played; `quote` is the one on which that was decided. */
  issue(offer: Offer, player: Player, quote: Quote): BookEntry;
  /** The action was really played. */
  confirm(entry: BookEntry): void;
  /** The baseline was played instead of what was issued. */
  fallBack(entry: BookEntry, knowledge: TakeBackKnowledge): void;
  /** Nothing was played: the round did not take place. */
  cancel(entry: BookEntry, knowledge: TakeBackKnowledge): void;
  /** The reward of an executed action; implies that it was executed. */
  settle(entry: BookEntry, reward: number): void;
  /** Another reward for one that is settled. */
  revise(entry: BookEntry, reward: number): void;
  /** Closes the group that is open, if one is: its rewards count from now on. */
  closeGroup(): void;
  /** What is proved of the slack now; below 0 the book is overdrawn. Pure. */
  slack(): number;
  /** What is left of what may be lost once, or below 0 what is overdrawn: what it hands on. Pure. */
  reserveLeft(): number;
  /** Returns what takes back all that is heard from now on; no round may be issued before that. */
  remember(): () => void;
  /** The whole state as plain data; entries are stored by whoever holds them. */
  exportState(): BookState;
  importState(state: BookState): void;
}

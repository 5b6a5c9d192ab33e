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
 * Debits are taken when an action is issued, credits only when it is confirmed: a reply that was
 * lost can then never have earned anything. Time alone changes nothing.
 */

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
  /** How far rewards stray from predictions, as far as is known. A bad guess costs slack only. */
  readonly rewardDeviation?: number;
  /** Variance proxy of the proposal's reward in this round, where one is declared. */
  readonly variance?: number;
  /** Expected features of both, for books that trust a linear model. */
  readonly features?: OfferFeatures;
}

export interface OfferFeatures {
  readonly proposal: Float64Array;
  readonly baseline: Float64Array;
}

export interface Quote {
  /** What is proved of the slack before the round, in reward units. */
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

/** One line of the book: plain data, changed by the book alone. */
export interface BookEntry {
  readonly player: Player;
  execution: Execution;
  /** The reward last reported for it; null while none has come. */
  reward: number | null;
  /** Worst-case increment of the slack if executed as issued. */
  readonly increment: number;
  /** Increment of the slack if the baseline was played instead. */
  readonly fallbackIncrement: number;
  /** What the certificate needs to settle this round later; null if it has no stake in it. */
  readonly stake: unknown;
}

export interface SafetyBook {
  /** Refuses what is said of the baseline's reward, before anything of the round is taken in. */
  checkBaseline?(baselineReward: RewardInterval | null): void;
  /** Once before the quotes of a round: the baseline's features and declared reward. */
  declareBaseline?(features: Float64Array, baselineReward: RewardInterval): void;
  /** Says whether a proposal may be played. Pure. */
  quote(offer: Offer): Quote;
  /** Books what is played; `quote` is the one on which that was decided. */
  issue(offer: Offer, player: Player, quote: Quote): BookEntry;
  /** Refuses a reward that its declarations rule out; before it is accepted, not after. */
  checkReward?(reward: number): void;
  /** The action was really played. */
  confirm(entry: BookEntry): void;
  /** The baseline was played instead of what was issued. */
  fallBack(entry: BookEntry): void;
  /** Nothing was played: the round did not take place. */
  cancel(entry: BookEntry): void;
  /** The reward of an executed action; implies that it was executed. */
  settle(entry: BookEntry, reward: number): void;
  /** Another reward for one that is settled. */
  revise(entry: BookEntry, reward: number): void;
  /** What is proved of the slack now. Pure. */
  slack(): number;
  /** Keeps what the rewards so far have proved. Called once before each decision. */
  refresh(): void;
  /** The whole state as plain data; entries are stored by whoever holds them. */
  exportState(): unknown;
  importState(state: unknown): void;
}

/**
 * One round of `hedge`, the default strategy, on expected features that are already computed.
 *
 *   decide    1  take in the rewards that have come, in the order of their decisions
 *             2  the declared baseline reward is a hint for the model, unless rewards refuted it
 *             3  the proposer names a candidate                       (never affects safety)
 *             4  the book quotes: may it be played, with which probability?
 *             5  the coin, where the baseline's reward is unknown
 *             6  the book enters what is issued
 *   later     settle, confirm, fall back, cancel, correct: any number of them, in any order
 *
 * The model only has to be useful: it chooses candidates and predicts rewards, and a bad prediction
 * costs slack. What keeps the promise is the book (safety/books).
 *
 * Rewards are not taken in when they arrive but when the next decision needs them, or when many have
 * come, sorted by decision: so the state does not depend on the order of arrival, bit for bit.
 */
import { requireFinite, requireLength, requireWhole } from '../../base/require.ts';
import { dotProduct } from '../../base/small-matrix.ts';
import type { KernelEngine } from '../../model/kernel/ridge-kernel.ts';
import type { RidgeModel } from '../../model/ridge-model.ts';
import {
  type BelievedReward,
  posteriorVariance,
  type RewardBeliefs,
  varianceAlong,
} from '../../proposal/curious-proposer.ts';
import type { Proposer } from '../../proposal/proposer.ts';
import type { BookState } from '../../safety/books/promise-book.ts';
import type {
  Offer,
  Player,
  Quote,
  RewardInterval,
  SafetyBook,
} from '../../safety/books/safety-book.ts';
import { type BaselineChoice, requireBaselineAction, rewardInterval } from '../baseline-choice.ts';
import { hintLimits, hintWeight } from './baseline-hint.ts';
import type { HedgeDecision, HedgeReason } from './hedge-decision.ts';
import { type Prediction, RewardModel, type RewardModelState } from './reward-model.ts';
import type { Ticket } from './ticket.ts';

export interface HedgeLearnerOptions {
  readonly dimension: number;
  readonly actionCount: number;
  readonly book: SafetyBook;
  /** Makes the proposer from what the learner believes of rewards. */
  readonly createProposer: (beliefs: RewardBeliefs) => Proposer;
  /** λ: ridge penalty of the proposer's model. */
  readonly ridgePenalty: number;
  /** What an action pays for all the model knows at the start, in reward units. */
  readonly rewardOffset: number;
  /** How far untried actions may pay from the offset, squared; from the baseline's size if null. */
  readonly priorVariance: number | null;
  /** Share by which a declared baseline reward may be off; null takes no hint at all. */
  readonly hintDoubt: number | null;
  /** Whether the model learns a constant beside the features; for maps that have none. Default no. */
  readonly hasIntercept?: boolean;
  /** Declared variance proxy of an action's reward in the round at hand; the book must know of it. */
  readonly varianceOf?: (actionIndex: number) => number;
  /** Uniform number in [0, 1) for the coin of a decision; the same for the same sequence. */
  readonly coin: (sequence: number) => number;
  readonly engine?: KernelEngine;
}

export interface HedgeLearnerState extends RewardModelState {
  readonly sequence: number;
  readonly baselineMean: number;
  readonly baselineCount: number;
  readonly book: BookState;
}

/** What is thought of one action, in reward units. */
export interface ActionBelief {
  readonly prediction: number;
  readonly deviation: number;
}

/** A reward that has come. */
export interface Arrival {
  readonly ticket: Ticket;
  readonly features: Float64Array;
  readonly reward: number;
}

/** So many rewards wait at the most: asking for the slack goes through all that wait. */
const INBOX_MAX = 256;

export class HedgeLearner implements RewardBeliefs {
  readonly book: SafetyBook;
  /** Expected features ψ, one action after the other; write them before `decide`. */
  readonly expectedFeatures: Float64Array;
  /** Least expected reward of each action in the round at hand; −∞ where none is declared. */
  readonly expectedFloors: Float64Array;
  readonly #options: HedgeLearnerOptions;
  readonly #proposer: Proposer;
  readonly #rewards: RewardModel;
  #inbox: Arrival[] = [];
  #sequence = 0;
  #baselineMean = 0;
  #baselineCount = 0;
  #isRehearsal = false;
  #believedBaseline: BelievedReward | null = null;

  constructor(options: HedgeLearnerOptions) {
    this.#options = options;
    this.#rewards = new RewardModel({
      ...options,
      hasIntercept: options.hasIntercept ?? false,
    });
    this.expectedFeatures = this.#rewards.expectedFeatures;
    this.expectedFloors = new Float64Array(options.actionCount).fill(Number.NEGATIVE_INFINITY);
    this.book = options.book;
    this.#proposer = options.createProposer(this);
  }

  /** What has been learnt, and scores actions. With an intercept its last coordinate is that. */
  get model(): RidgeModel {
    return this.#rewards.model;
  }

  /** Whether declared baseline rewards are read as hints: asked for, and not refuted by rewards. */
  get takesHints(): boolean {
    return this.#options.hintDoubt !== null && !this.#rewards.areHintsRefuted;
  }

  /** What an action pays for all the model knows at the start; its weights are about the rest. */
  get rewardOffset(): number {
    return this.#options.rewardOffset;
  }

  /** Number of rewards learnt from; declared baseline rewards do not count. */
  get rewardCount(): number {
    return this.#rewards.rewardCount;
  }

  /** Variance of rewards around predictions, as far as is known. */
  noiseVariance(): number {
    return this.#rewards.noiseVariance(this.surpriseVariance());
  }

  /** Variance of what untried actions pay around the offset. */
  surpriseVariance(): number {
    return this.#options.priorVariance ?? (this.#baselineMean * this.#baselineMean) / 4;
  }

  /** What is declared of the baseline in this round, give or take the doubt, while it is believed. */
  believedBaseline(): BelievedReward | null {
    return this.#believedBaseline;
  }

  /**
   * Chooses one of the first `actionCount` actions and books it as issued. A `proposal` takes the
   * place of what the proposer would name; the book is asked about it like about any other.
   */
  decide(
    baseline: BaselineChoice,
    actionCount: number = this.#options.actionCount,
    proposal: number | null = null,
  ): HedgeDecision {
    const round = this.#propose(baseline, actionCount, proposal);
    return this.#issue(round, this.#outcome(round));
  }

  /**
   * Like `decide`, but the baseline is played and booked whatever comes out; the answer tells what
   * was proposed and what the book said of it.
   */
  watch(
    baseline: BaselineChoice,
    actionCount: number = this.#options.actionCount,
    proposal: number | null = null,
  ): HedgeDecision {
    const round = this.#propose(baseline, actionCount, proposal);
    return this.#issue(round, { ...this.#outcome(round), player: 'baseline', reason: 'shadow' });
  }

  /** Refuses what is said of the baseline, before anything of the round is taken in. */
  checkBaseline(baseline: BaselineChoice): void {
    requireBaselineAction(baseline, this.#options.actionCount);
    this.book.checkBaseline(rewardInterval(baseline));
  }

  /** Gives a round to the baseline without asking anybody. */
  followBaseline(baseline: BaselineChoice): HedgeDecision {
    requireBaselineAction(baseline, this.#options.actionCount);
    const baselineReward = rewardInterval(baseline);
    this.book.checkBaseline(baselineReward);
    this.takeInRewards();
    this.book.beginRound();
    const offer = this.#offer(baseline.action, baseline.action, baselineReward);
    return this.#issue(
      { baseline, proposedAction: baseline.action, offer },
      { player: 'baseline', reason: 'safe-mode', ...NO_COIN, quote: this.book.quote(offer) },
    );
  }

  /** Begins a new period of the promise, with what has come so far taken in. */
  startPeriod(): void {
    this.takeInRewards();
    this.book.startPeriod();
  }

  /** Takes the reward of an earlier decision; `features` are φ if its context was revealed. */
  settle(ticket: Ticket, reward: number, features: Float64Array = ticket.features): void {
    requireFinite('reward', reward);
    this.book.checkReward(reward);
    ticket.entry.reward = reward;
    this.#inbox.push({ ticket, features, reward });
    if (this.#inbox.length >= INBOX_MAX) this.takeInRewards();
  }

  /**
   * What is proved of the safety budget with all rewards that have come, in reward units. Asking
   * changes nothing: rewards that wait for the next decision go on waiting.
   */
  slack(): number {
    if (this.#inbox.length === 0) return this.book.slack();
    const state = this.book.exportState();
    try {
      for (const { ticket, reward } of inOrder(this.#inbox)) {
        this.book.settle({ ...ticket.entry }, reward);
      }
      return this.book.slack();
    } finally {
      this.book.importState(state);
    }
  }

  /** Replaces the reward of a decision that has one. */
  correct(ticket: Ticket, reward: number, features: Float64Array = ticket.features): void {
    requireFinite('reward', reward);
    this.book.checkReward(reward);
    this.takeInRewards();
    const change = reward - ticket.entry.reward!;
    this.book.revise(ticket.entry, reward);
    this.#rewards.revise(features, change);
  }

  /** Learns all rewards that have come since the last decision, in the order of decisions. */
  takeInRewards(): void {
    if (this.#inbox.length > 1) this.#inbox = inOrder(this.#inbox).reverse();
    while (this.#inbox.length > 0) {
      const { ticket, features, reward } = this.#inbox.at(-1)!;
      this.book.settle(ticket.entry, reward);
      this.#rewards.learn(features, reward, this.surpriseVariance());
      // Only now: a reward must not be lost if something above fails.
      this.#inbox.pop();
    }
  }

  /** Rewards that have come and wait for the next decision, in the order of arrival. */
  get waiting(): readonly Arrival[] {
    return this.#inbox;
  }

  /**
   * What the model thinks of the first `actionCount` actions, for features now in
   * `expectedFeatures`: predicted rewards, and √ of what is not known of their expected rewards.
   */
  beliefs(actionCount: number): ActionBelief[] {
    const { model } = this;
    const { rewardOffset } = this.#options;
    const noise = this.noiseVariance();
    const surprise = this.surpriseVariance();
    this.#rewards.showActions(actionCount);
    model.kernel.scoreActions(actionCount, 0);
    return Array.from({ length: actionCount }, (_, action) => ({
      prediction: rewardOffset + model.kernel.predictions[action]!,
      deviation: Math.sqrt(posteriorVariance({ model, action, noise, surprise })),
    }));
  }

  /** √ of what is not known of the weight of one feature. */
  weightDeviation(featureIndex: number): number {
    const { direction } = this.model.kernel;
    direction.fill(0);
    direction[featureIndex] = 1;
    return this.#deviationAlongDirection();
  }

  /** Writes the estimated weights of the features, without the intercept. */
  estimateWeights(into: Float64Array): void {
    requireLength('into', into, this.#options.dimension);
    const all = new Float64Array(this.model.dimension);
    this.model.kernel.estimateWeights(all);
    into.set(all.subarray(0, into.length));
  }

  /** What is thought of features that are all 0; null if no constant is learnt. */
  intercept(): ActionBelief | null {
    if (this.#options.hasIntercept !== true) return null;
    const { prediction } = this.predict(new Float64Array(this.#options.dimension));
    return { prediction, deviation: this.#deviationAlongDirection() };
  }

  #deviationAlongDirection(): number {
    const { kernel, ridgePenalty } = this.model;
    kernel.probe();
    const variance = varianceAlong({
      squaredNorm: dotProduct(kernel.direction, kernel.direction),
      uncertainty: kernel.probedUncertainty,
      ridgePenalty,
      noise: this.noiseVariance(),
      surprise: this.surpriseVariance(),
    });
    return Math.sqrt(variance);
  }

  /** What the model predicts for an action whose features are given, in reward units. */
  predict(features: ArrayLike<number>): Prediction {
    return this.#rewards.predict(features);
  }

  /**
   * Returns what `act` returns and takes back all it did to this learner, bit for bit: rewards that
   * waited wait again, so that it makes no difference to anything later. No coin is flipped in it:
   * whoever saw how it will fall could choose what to send by it.
   */
  rehearse<Answer>(act: () => Answer): Answer {
    const state = this.exportState();
    const inbox = [...this.#inbox];
    const entries = inbox.map(({ ticket }) => ({ ...ticket.entry }));
    this.#isRehearsal = true;
    try {
      return act();
    } finally {
      this.#isRehearsal = false;
      this.importState(state);
      this.#inbox = inbox;
      inbox.forEach(({ ticket }, i) => {
        Object.assign(ticket.entry, entries[i]);
      });
    }
  }

  /** The whole state but for tickets and waiting rewards, which their holder stores. */
  exportState(): HedgeLearnerState {
    return {
      sequence: this.#sequence,
      baselineMean: this.#baselineMean,
      baselineCount: this.#baselineCount,
      ...this.#rewards.exportState(),
      book: this.book.exportState(),
    };
  }

  importState(state: HedgeLearnerState): void {
    this.#sequence = state.sequence;
    this.#baselineMean = state.baselineMean;
    this.#baselineCount = state.baselineCount;
    this.#rewards.importState(state);
    this.book.importState(state.book);
  }

  /** Takes in what has come, and returns the candidate and what it is expected to earn. */
  #propose(baseline: BaselineChoice, actionCount: number, proposal: number | null): RoundInHand {
    requireWhole('actionCount', actionCount, 1, this.#options.actionCount);
    requireBaselineAction(baseline, actionCount);
    if (proposal !== null) requireWhole('proposal', proposal, 0, actionCount - 1);
    const baselineReward = rewardInterval(baseline);
    this.book.checkBaseline(baselineReward);
    this.takeInRewards();
    this.book.beginRound();
    this.#believedBaseline = null;
    if (baselineReward !== null) this.#readDeclaration(baseline.action, baselineReward);
    this.#rewards.showActions(actionCount);
    const favourite = this.#proposer.propose(this.model, actionCount);
    const proposedAction =
      proposal ?? this.#insteadOf(favourite, { baseline, baselineReward, actionCount });
    const offer = this.#offer(proposedAction, baseline.action, baselineReward);
    return { baseline, proposedAction, offer };
  }

  /** The declared baseline reward is a number for the book and a hint for the proposer. */
  #readDeclaration(baselineAction: number, baselineReward: RewardInterval): void {
    this.book.declareBaseline(this.#featuresOf(baselineAction), baselineReward);
    const middle = (baselineReward.min + baselineReward.max) / 2;
    this.#baselineCount += 1;
    this.#baselineMean += (middle - this.#baselineMean) / this.#baselineCount;
    if (this.takesHints) this.#takeHint(baselineAction, baselineReward);
  }

  #takeHint(baselineAction: number, baselineReward: RewardInterval): void {
    const doubt = this.#options.hintDoubt!;
    const hint = {
      baselineReward,
      baselineMean: this.#baselineMean,
      noiseVariance: this.noiseVariance(),
      doubt,
    };
    const middle = (baselineReward.min + baselineReward.max) / 2;
    const weight = hintWeight(hint);
    if (weight > 0) this.#rewards.takeHint(this.#featuresOf(baselineAction), middle, weight);
    this.#believedBaseline = { action: baselineAction, ...hintLimits(hint) };
  }

  #offer(
    proposedAction: number,
    baselineAction: number,
    baselineReward: RewardInterval | null,
  ): Offer {
    const features = {
      proposal: this.#featuresOf(proposedAction),
      baseline: this.#featuresOf(baselineAction),
    };
    const variance = this.#options.varianceOf?.(proposedAction);
    const proposalFloor = this.expectedFloors[proposedAction]!;
    return {
      ...(variance === undefined ? {} : { variance }),
      ...(proposalFloor > Number.NEGATIVE_INFINITY ? { proposalFloor } : {}),
      proposalPrediction: this.predict(features.proposal).prediction,
      baselinePrediction: this.predict(features.baseline).prediction,
      baselineReward,
      rewardDeviation: Math.sqrt(this.noiseVariance()),
      features,
    };
  }

  /**
   * Returns the favourite if it may be played, or else, if the book can tell actions apart, the best
   * action that costs no more slack than a round with the baseline would earn and looks better than
   * it. Spending slack on second choices would only delay the first (rule of dominance).
   */
  #insteadOf(favourite: number, round: RoundOfOffers): number {
    const { baseline, baselineReward, actionCount } = round;
    const hasFloors = this.expectedFloors.some((floor) => floor > Number.NEGATIVE_INFINITY);
    if (!this.book.tellsActionsApart && !hasFloors) return favourite;
    const quoteOf = (action: number) =>
      this.book.quote(this.#offer(action, baseline.action, baselineReward));
    if (favourite === baseline.action || quoteOf(favourite).mayPlay) return favourite;
    const byPromise = Array.from({ length: actionCount }, (_, action) => action)
      .filter((action) => action !== baseline.action && this.#looksBetter(action, round))
      .sort((a, b) => this.#promiseOf(b) - this.#promiseOf(a));
    const dominant = byPromise.find((action) => {
      const quote = quoteOf(action);
      return quote.mayPlay && quote.increment >= 0;
    });
    return dominant ?? favourite;
  }

  #looksBetter(action: number, { baseline, baselineReward }: RoundOfOffers): boolean {
    const usual =
      baselineReward === null
        ? this.predict(this.#featuresOf(baseline.action)).prediction
        : (baselineReward.min + baselineReward.max) / 2;
    return this.predict(this.#featuresOf(action)).prediction > usual;
  }

  #promiseOf(action: number): number {
    return this.model.kernel.upperBounds[action]!;
  }

  /** What the book and the coin say of the proposal. */
  #outcome(round: RoundInHand): RoundOutcome {
    const foreseen = this.#foreseen(round);
    if (foreseen.reason !== 'coin-decides' || this.#isRehearsal) return foreseen;
    const coin = this.#options.coin(this.#sequence + 1);
    const isHeldOut = coin >= foreseen.quote.playProbability;
    return {
      player: isHeldOut ? 'held-out' : 'proposal',
      reason: isHeldOut ? 'held-out' : 'proposal-is-safe',
      isCoinRound: true,
      coin,
      quote: foreseen.quote,
    };
  }

  /** What the book says of the proposal; where a coin will decide, the likelier side of it. */
  #foreseen({ baseline, proposedAction, offer }: RoundInHand): RoundOutcome {
    const quote = this.book.quote(offer);
    if (proposedAction === baseline.action) {
      return { player: 'baseline', reason: 'proposal-is-baseline', ...NO_COIN, quote };
    }
    if (!quote.mayPlay) {
      return { player: 'baseline', reason: 'not-certified', ...NO_COIN, quote };
    }
    if (quote.playProbability >= 1) {
      return { player: 'proposal', reason: 'proposal-is-safe', ...NO_COIN, quote };
    }
    const player = quote.playProbability >= 0.5 ? 'proposal' : 'held-out';
    return { player, reason: 'coin-decides', isCoinRound: true, coin: null, quote };
  }

  #issue(round: RoundInHand, outcome: RoundOutcome): HedgeDecision {
    const { baseline, proposedAction, offer } = round;
    const isProposal = outcome.player === 'proposal';
    const playedAction = isProposal ? proposedAction : baseline.action;
    const entry = this.book.issue(offer, outcome.player, outcome.quote);
    this.#sequence += 1;
    const features = this.#featuresOf(playedAction).slice();
    const ticket: Ticket = { sequence: this.#sequence, playedAction, features, entry };
    return {
      ticket,
      playedAction,
      chosenBy: isProposal ? 'learner' : 'baseline',
      reason: outcome.reason,
      proposedAction,
      quote: outcome.quote,
      offer,
      isCoinRound: outcome.isCoinRound,
      coin: outcome.coin,
    };
  }

  #featuresOf(actionIndex: number): Float64Array {
    return this.#rewards.featuresOf(actionIndex);
  }
}

const NO_COIN = { isCoinRound: false, coin: null } as const;

/** The same arrivals, in the order of their decisions. */
function inOrder(arrivals: readonly Arrival[]): Arrival[] {
  return [...arrivals].sort((a, b) => a.ticket.sequence - b.ticket.sequence);
}

interface RoundOfOffers {
  readonly baseline: BaselineChoice;
  readonly baselineReward: RewardInterval | null;
  readonly actionCount: number;
}

interface RoundInHand {
  readonly baseline: BaselineChoice;
  readonly proposedAction: number;
  readonly offer: Offer;
}

interface RoundOutcome {
  readonly player: Player;
  readonly reason: HedgeReason;
  readonly isCoinRound: boolean;
  readonly coin: number | null;
  readonly quote: Quote;
}

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
 * What it believes (beliefs.ts) only has to be useful: it chooses candidates and predicts rewards, and a
 * bad prediction costs slack. What keeps the promise is the book (safety/books).
 */
import { requireFinite, requireWhole } from '../../../base/require.ts';
import type { RewardBeliefs } from '../../../proposal/curious-proposer.ts';
import type { Proposer } from '../../../proposal/proposer.ts';
import type { BookState } from '../../../safety/books/promise-book.ts';
import type {
  Offer,
  Quote,
  RewardInterval,
  SafetyBook,
} from '../../../safety/books/safety-book.ts';
import { type BaselineChoice, requireBaselineAction, rewardInterval } from '../baseline-choice.ts';
import type { Learner } from '../learner.ts';
import { Beliefs, type BeliefsOptions, type BeliefsState } from './beliefs.ts';
import type { HedgeDecision } from './hedge-decision.ts';
import type { HedgeTicket } from './hedge-ticket.ts';
import { type Arrival, Inbox } from './inbox.ts';
import { baselinePlays, coinOutcome, foreseenOutcome, type RoundOutcome } from './round-outcome.ts';
import { chooseAffordable } from './second-choice.ts';

export interface HedgeLearnerOptions extends BeliefsOptions {
  readonly book: SafetyBook;
  /** Makes the proposer from what the learner believes of rewards. */
  readonly createProposer: (beliefs: RewardBeliefs) => Proposer;
  /** Declared variance proxy of an action's reward in the round at hand; the book must know of it. */
  readonly varianceOf?: (actionIndex: number) => number;
  /** Uniform number in [0, 1) for the coin of a decision; the same for the same sequence. */
  readonly coin: (sequence: number) => number;
  /** Whether a decision counts as carried out at once, or when it is confirmed. */
  readonly execution: 'assume' | 'confirm';
}

export interface HedgeLearnerState extends BeliefsState {
  readonly sequence: number;
  readonly book: BookState;
}

export class HedgeLearner implements Learner {
  readonly book: SafetyBook;
  readonly beliefs: Beliefs;
  readonly expectedFeatures: Float64Array;
  /** Least expected reward of each action in the round at hand; −∞ where none is declared. */
  readonly expectedFloors: Float64Array;
  readonly confidenceSet: null = null;
  readonly #options: HedgeLearnerOptions;
  readonly #proposer: Proposer;
  readonly #inbox = new Inbox();
  #sequence = 0;
  #isRehearsal = false;

  constructor(options: HedgeLearnerOptions) {
    this.#options = options;
    this.beliefs = new Beliefs(options);
    this.expectedFeatures = this.beliefs.expectedFeatures;
    this.expectedFloors = new Float64Array(options.actionCount).fill(Number.NEGATIVE_INFINITY);
    this.book = options.book;
    this.#proposer = options.createProposer(this.beliefs);
  }

  /**
   * A `proposal` takes the place of what the proposer would name; the book is asked about it like
   * about any other.
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
    this.checkBaseline(baseline);
    this.takeInRewards();
    this.book.beginRound();
    const round = this.#quoted(baseline, baseline.action);
    return this.#issue(round, baselinePlays('safe-mode'));
  }

  /** Begins a new period of the promise, with what has come so far taken in. */
  startPeriod(): void {
    this.takeInRewards();
    this.book.startPeriod();
  }

  settle(ticket: HedgeTicket, reward: number, features: Float64Array = ticket.features): void {
    requireFinite('reward', reward);
    this.book.checkReward(reward);
    ticket.entry.reward = reward;
    this.#inbox.add({ ticket, features, reward });
    if (this.#inbox.isFull) this.takeInRewards();
  }

  /** Replaces the reward of a decision that has one. */
  correct(ticket: HedgeTicket, reward: number, features: Float64Array = ticket.features): void {
    requireFinite('reward', reward);
    this.book.checkReward(reward);
    this.takeInRewards();
    const change = reward - ticket.entry.reward!;
    this.book.revise(ticket.entry, reward);
    this.beliefs.revise(features, change, ticket.learntAt ?? 0);
  }

  /** With all rewards that have come. Asking changes nothing: what waits goes on waiting. */
  provedSlack(): number {
    if (this.#inbox.waiting.length === 0) return this.book.slack();
    const state = this.book.exportState();
    try {
      for (const { ticket, reward } of this.#inbox.inOrder()) {
        this.book.settle({ ...ticket.entry }, reward);
      }
      return this.book.slack();
    } finally {
      this.book.importState(state);
    }
  }

  estimateWeights(into: Float64Array): void {
    this.takeInRewards();
    this.beliefs.estimateWeights(into);
  }

  /** Learns all rewards that have come since the last decision, in the order of decisions. */
  takeInRewards(): void {
    this.#inbox.empty(({ ticket, features, reward }) => {
      this.book.settle(ticket.entry, reward);
      ticket.learntAt = this.beliefs.learn(features, reward);
    });
  }

  /** Rewards that have come and wait for the next decision, in the order of arrival. */
  get waiting(): readonly Arrival[] {
    return this.#inbox.waiting;
  }

  /**
   * Returns what `act` returns and takes back all it did to this learner, bit for bit: rewards that
   * waited wait again, so that it makes no difference to anything later. No coin is flipped in it:
   * whoever saw how it will fall could choose what to send by it.
   */
  rehearse<Answer>(act: () => Answer): Answer {
    const state = this.exportState();
    const putBack = this.#inbox.remember();
    this.#isRehearsal = true;
    try {
      return act();
    } finally {
      this.#isRehearsal = false;
      this.importState(state);
      putBack();
    }
  }

  /** The whole state but for tickets and waiting rewards, which their holder stores. */
  exportState(): HedgeLearnerState {
    return {
      sequence: this.#sequence,
      ...this.beliefs.exportState(),
      book: this.book.exportState(),
    };
  }

  importState(state: HedgeLearnerState): void {
    this.#sequence = state.sequence;
    this.beliefs.importState(state);
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
    const { beliefs } = this;
    if (baselineReward !== null) {
      this.book.declareBaseline(beliefs.featuresOf(baseline.action), baselineReward);
    }
    beliefs.beginRound(baseline.action, baselineReward, actionCount);
    const favourite = this.#proposer.propose(beliefs.model, actionCount);
    const proposedAction =
      proposal ?? this.#affordable(favourite, { baseline, baselineReward, actionCount });
    return this.#quoted(baseline, proposedAction);
  }

  /** Asks the book about the candidate. */
  #quoted(baseline: BaselineChoice, proposedAction: number): RoundInHand {
    const offer = this.#offer(proposedAction, baseline.action, rewardInterval(baseline));
    return { baseline, proposedAction, offer, quote: this.book.quote(offer) };
  }

  #affordable(favourite: number, { baseline, baselineReward, actionCount }: RoundOfOffers): number {
    const hasFloors = this.expectedFloors.some((floor) => floor > Number.NEGATIVE_INFINITY);
    if (!this.book.tellsActionsApart && !hasFloors) return favourite;
    const predictionOf = (action: number) =>
      this.beliefs.predict(this.beliefs.featuresOf(action)).prediction;
    return chooseAffordable({
      favourite,
      baselineAction: baseline.action,
      actionCount,
      quoteOf: (action) => this.book.quote(this.#offer(action, baseline.action, baselineReward)),
      predictionOf,
      usualReward: () =>
        baselineReward === null
          ? predictionOf(baseline.action)
          : (baselineReward.min + baselineReward.max) / 2,
      hopeOf: (action) => this.beliefs.model.kernel.upperBounds[action]!,
    });
  }

  #offer(
    proposedAction: number,
    baselineAction: number,
    baselineReward: RewardInterval | null,
  ): Offer {
    const { beliefs } = this;
    const features = {
      proposal: beliefs.featuresOf(proposedAction),
      baseline: beliefs.featuresOf(baselineAction),
    };
    const variance = this.#options.varianceOf?.(proposedAction);
    const proposalFloor = this.expectedFloors[proposedAction]!;
    return {
      ...(variance === undefined ? {} : { variance }),
      ...(proposalFloor > Number.NEGATIVE_INFINITY ? { proposalFloor } : {}),
      proposalPrediction: beliefs.predict(features.proposal).prediction,
      baselinePrediction: beliefs.predict(features.baseline).prediction,
      baselineReward,
      rewardDeviation: Math.sqrt(beliefs.noiseVariance()),
      features,
    };
  }

  /** What the book says of the proposal, and then the coin, if there is one. */
  #outcome({ baseline, proposedAction, quote }: RoundInHand): RoundOutcome {
    const foreseen = foreseenOutcome(quote, proposedAction === baseline.action);
    if (foreseen.reason !== 'coin-decides' || this.#isRehearsal) return foreseen;
    return coinOutcome(quote, this.#options.coin(this.#sequence + 1));
  }

  #issue(round: RoundInHand, outcome: RoundOutcome): HedgeDecision {
    const { baseline, proposedAction, offer, quote } = round;
    const { player, reason, isCoinRound, coin } = outcome;
    const isProposal = player === 'proposal';
    const playedAction = isProposal ? proposedAction : baseline.action;
    const entry = this.book.issue(offer, player, quote);
    if (this.#options.execution === 'assume') this.book.confirm(entry);
    this.#sequence += 1;
    const features = this.beliefs.featuresOf(playedAction).slice();
    return {
      ticket: { sequence: this.#sequence, playedAction, features, entry },
      playedAction,
      chosenBy: isProposal ? 'learner' : 'baseline',
      reason,
      proposedAction,
      playProbability: player === 'baseline' ? 0 : quote.playProbability,
      provedSlack: quote.slack,
      confidenceRadius: null,
      upperBounds: this.beliefs.model.kernel.upperBounds,
      learnerTotalLowerBound: null,
      margin: quote.margin,
      quote,
      offer,
      isCoinRound,
      coin,
    };
  }
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
  readonly quote: Quote;
}

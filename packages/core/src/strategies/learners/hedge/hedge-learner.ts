/**
 * One round of `hedge`, the default strategy, on expected features that are already computed.
 *
 *   decide    1  take in the rewards that have come, in the order of their decisions
 *             2  the declared baseline reward is a hint for the model, unless rewards refuted it
 *             3  the proposer names a candidate                       (never affects safety)
 *             4  the book quotes: may it be played, with which probability?
 *             5  the coin, where the baseline's reward is unknown, or a lot is drawn now and then
 *             6  the book enters what is issued
 *   later     settle, confirm, fall back, cancel, correct: any number of them, in any order
 *
 * What it believes (beliefs.ts) only has to be useful: it chooses candidates and predicts rewards, and a
 * bad prediction costs slack. What keeps the promise is the book (safety/books).
 */
import { afterChecks } from '../../../base/errors.ts';
import { requireBetween, requireFinite, requireWhole } from '../../../base/require.ts';
import type { RewardBeliefs } from '../../../proposal/curious-proposer.ts';
import type { Proposer } from '../../../proposal/proposer.ts';
import type { BookState } from '../../../safety/books/promise-book.ts';
import type { GiveUpReason, Offer, Quote, SafetyBook } from '../../../safety/books/safety-book.ts';
import { type BaselineChoice, requireBaselineAction, rewardInterval } from '../baseline-choice.ts';
import type { Learner } from '../learner.ts';
import { OpenGroup, type OpenGroupState } from '../open-group.ts';
import { SiteBooks, type SiteBooksState } from '../site-books.ts';
import { Beliefs, type BeliefsOptions, type BeliefsState } from './beliefs.ts';
import { Candidates, type Choice } from './candidates.ts';
import { readLot } from './exploration-lot.ts';
import type { HedgeDecision } from './hedge-decision.ts';
import type { HedgeTicket } from './hedge-ticket.ts';
import { type Arrival, Inbox } from './inbox.ts';
import { certainBaseline, propensitiesOf } from './propensities.ts';
import { baselinePlays, coinOutcome, foreseenOutcome, type RoundOutcome } from './round-outcome.ts';
import type { RoundTerms } from './round-terms.ts';

export interface HedgeLearnerOptions extends BeliefsOptions {
  /** Makes an empty book that keeps the promise; each site has its own. */
  readonly createBook: () => SafetyBook;
  /** Makes the proposer from what the learner believes of rewards. */
  readonly createProposer: (beliefs: RewardBeliefs) => Proposer;
  /** Declared variance proxy of an action's reward in the round at hand; the book must know of it. */
  readonly varianceOf?: (actionIndex: number) => number;
  /** Uniform number in [0, 1) for the coin of a decision; the same for the same sequence. */
  readonly coin: (sequence: number) => number;
  /** Whether a decision counts as carried out at once, or when it is confirmed. */
  readonly execution: 'assume' | 'confirm';
  /** The earliest decision that may still be corrected. Default: all may. */
  readonly correctableFrom?: () => number;
}

export interface HedgeLearnerState extends BeliefsState, SiteBooksState<BookState> {
  readonly sequence: number;
  /** Absent where there never was a group. */
  readonly group?: OpenGroupState;
}

/** A candidate of a round that is not decided yet, in reward units. */
export interface Foreseen {
  readonly proposedAction: number;
  readonly gain: number;
  readonly cost: number;
}

export class HedgeLearner implements Learner {
  readonly beliefs: Beliefs;
  readonly expectedFeatures: Float64Array;
  /** Least expected reward of each action in the round at hand; −∞ where none is declared. */
  readonly expectedFloors: Float64Array;
  readonly confidenceSet: null = null;
  readonly #options: HedgeLearnerOptions;
  readonly #candidates: Candidates;
  readonly #books: SiteBooks<BookState, SafetyBook>;
  readonly #group = new OpenGroup();
  readonly #inbox = new Inbox();
  /** Rewards of the open group: the books have them, the model learns them when it is closed. */
  readonly #season = new Inbox();
  #sequence = 0;
  #isRehearsal = false;

  constructor(options: HedgeLearnerOptions) {
    this.#options = options;
    this.beliefs = new Beliefs(options);
    this.expectedFeatures = this.beliefs.expectedFeatures;
    this.expectedFloors = new Float64Array(options.actionCount).fill(Number.NEGATIVE_INFINITY);
    this.#books = new SiteBooks(options.createBook);
    this.#candidates = new Candidates({
      beliefs: this.beliefs,
      proposer: options.createProposer(this.beliefs),
      floors: this.expectedFloors,
      varianceOf: options.varianceOf,
    });
  }

  /** Of the newest decision; 0 before the first. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The book of a site, to be read. */
  bookOf(site?: string): SafetyBook {
    return this.#books.read(site);
  }

  /** The group that is open; null if none is. */
  get openGroup(): string | null {
    return this.#group.name;
  }

  /** Another call begins; decisions that one call makes know the same. */
  beginCall(): void {
    this.#group.beginCall();
  }

  /** Names of the sites that have decided something. */
  get sites(): readonly string[] {
    return this.#books.names;
  }

  decide(
    baseline: BaselineChoice,
    actionCount: number = this.#options.actionCount,
    terms: RoundTerms = {},
  ): HedgeDecision {
    this.#checkRound(baseline, actionCount, terms);
    return this.#afterChecks(() => {
      const wished = this.#propose(baseline, actionCount, terms);
      const propensities = this.#propensities(wished, actionCount);
      const { round, flip, lot } = this.#drawLot(wished);
      return this.#issue(round, this.#outcome(round, flip), { propensities, lot });
    });
  }

  /**
   * Like `decide`, but the baseline is played and booked whatever comes out; the answer tells what
   * was proposed and what the book said of it.
   */
  watch(
    baseline: BaselineChoice,
    actionCount: number = this.#options.actionCount,
    terms: RoundTerms = {},
  ): HedgeDecision {
    this.#checkRound(baseline, actionCount, terms);
    return this.#afterChecks(() => {
      const round = this.#propose(baseline, actionCount, terms);
      const outcome = this.#outcome(round, () => this.#flip());
      const propensities = certainBaseline(actionCount, baseline.action);
      const chances = { propensities, lot: null };
      return this.#issue(round, { ...outcome, player: 'baseline', reason: 'shadow' }, chances);
    });
  }

  /**
   * What would be proposed in a round, what it is hoped to earn above the baseline, and what it can
   * cost. To be asked in a rehearsal: the next one that is asked about knows that this one will be
   * tried, and not what it pays, so that many at once do not all try the same.
   */
  foresee(baseline: BaselineChoice, actionCount: number, terms: RoundTerms): Foreseen {
    this.#checkRound(baseline, actionCount, terms);
    const { proposedAction, offer, quote } = this.#propose(baseline, actionCount, terms);
    const { model, rewardOffset } = this.beliefs;
    const hope = rewardOffset + model.kernel.upperBounds[proposedAction]!;
    const { baselineReward, baselinePrediction } = offer;
    const usual =
      baselineReward === null ? baselinePrediction : (baselineReward.min + baselineReward.max) / 2;
    const isTried = proposedAction !== baseline.action;
    if (isTried) this.beliefs.imagine(this.beliefs.featuresOf(proposedAction));
    const gain = isTried ? (terms.size ?? 1) * (hope - usual) : 0;
    return { proposedAction, gain, cost: Math.max(-quote.increment, 0) };
  }

  /** Refuses what is said of a round, before anything of it is taken in. */
  check(baseline: BaselineChoice, { size, group, site, period }: RoundTerms = {}): void {
    requireBaselineAction(baseline, this.#options.actionCount);
    if (size !== undefined) requireBetween('size', size, 0, Number.POSITIVE_INFINITY);
    const book = this.#books.read(site);
    if (group !== undefined) {
      this.#group.requireJoinable(group);
      // A period that ended at this site has closed the group there.
      book.checkGroup(group, period);
    }
    book.checkBaseline(rewardInterval(baseline));
  }

  /** Gives a round to the baseline without asking anybody. */
  followBaseline(
    baseline: BaselineChoice,
    terms: RoundTerms = {},
    actionCount: number = this.#options.actionCount,
  ): HedgeDecision {
    this.check(baseline, terms);
    return this.#afterChecks(() => {
      this.#beginRound(terms);
      const round = this.#quoted(baseline, chosen(baseline.action), terms);
      const propensities = certainBaseline(actionCount, baseline.action);
      return this.#issue(round, baselinePlays('safe-mode'), { propensities, lot: null });
    });
  }

  /** Closes the group that is open, if one is: its rewards count from now on, and are learnt. */
  closeGroup(): void {
    if (this.#group.name === null) return;
    this.#group.close();
    for (const book of this.#books.all()) book.closeGroup();
    this.#season.empty((arrival) => this.#learn(arrival));
    this.beliefs.passSeason();
  }

  /** The action of an earlier decision was really played. */
  confirm({ site, entry }: HedgeTicket): void {
    this.#books.write(site).confirm(entry);
  }

  /** The baseline was played instead. */
  fallBack({ site, entry }: HedgeTicket, reason: GiveUpReason): void {
    this.#books.write(site).fallBack(entry, { reason, ...this.#knowledgeOf(entry.group) });
  }

  /** Nothing was played. */
  cancel({ site, entry }: HedgeTicket, reason: GiveUpReason): void {
    this.#books.write(site).cancel(entry, { reason, ...this.#knowledgeOf(entry.group) });
  }

  settle(ticket: HedgeTicket, reward: number, features: Float64Array = ticket.features): void {
    requireFinite('reward', reward);
    this.#books.read(ticket.site).checkReward(reward);
    ticket.entry.reward = reward;
    if (this.isWaitingForGroup(ticket)) {
      this.#group.see();
      this.#books.write(ticket.site).settle(ticket.entry, reward);
      this.#season.add({ ticket, features, reward });
      return;
    }
    this.#inbox.add({ ticket, features, reward });
    if (this.#inbox.isFull) this.takeInRewards();
  }

  /** Puts back a reward that waits for its group to be closed; the books know of it. */
  restoreWaiting(arrival: Arrival): void {
    this.#season.add(arrival);
  }

  /** Replaces the reward of a decision that has one; where it waits, before anything has learnt it. */
  correct(ticket: HedgeTicket, reward: number, features: Float64Array = ticket.features): void {
    requireFinite('reward', reward);
    this.#books.read(ticket.site).checkReward(reward);
    if (this.#inbox.has(ticket.sequence)) {
      ticket.entry.reward = reward;
      this.#inbox.correct(ticket.sequence, reward);
      return;
    }
    const before = ticket.entry.reward!;
    this.#books.write(ticket.site).revise(ticket.entry, reward);
    if (this.isWaitingForGroup(ticket)) this.#season.correct(ticket.sequence, reward);
    else this.beliefs.revise(features, { before, after: reward }, ticket.learntAt ?? 0);
  }

  /** With all rewards that have come. Asking changes nothing: what waits goes on waiting. */
  provedSlack(site?: string): number {
    return this.#lookInto(site, (book) => book.slack());
  }

  /** What is proved to be left of what may be lost once, likewise. */
  reserveLeft(site?: string): number {
    return this.#lookInto(site, (book) => book.reserveLeft());
  }

  /** Reads a book as it will be when all rewards that wait are taken in, and leaves it as it was. */
  #lookInto(site: string | undefined, read: (book: SafetyBook) => number): number {
    const book = this.#books.read(site);
    const isHere = ({ ticket }: Arrival) => ticket.site === site;
    if (!this.#inbox.waiting.some(isHere)) return read(book);
    const putBack = book.remember();
    try {
      for (const { ticket, reward } of this.#inbox.inOrder().filter(isHere)) {
        book.settle({ ...ticket.entry }, reward);
      }
      return read(book);
    } finally {
      putBack();
    }
  }

  estimateWeights(into: Float64Array): void {
    this.takeInRewards();
    this.beliefs.estimateWeights(into);
  }

  /** Learns all rewards that have come since the last decision, in the order of decisions. */
  takeInRewards(): void {
    this.#inbox.empty((arrival) => {
      const { ticket, reward } = arrival;
      this.#books.write(ticket.site).settle(ticket.entry, reward);
      this.#learn(arrival);
    });
  }

  /** Rewards that have come and wait for the next decision, in the order of arrival. */
  get waiting(): readonly Arrival[] {
    return this.#inbox.waiting;
  }

  /** Number of groups that were closed. */
  get closedGroupCount(): number {
    return this.#group.closedCount;
  }

  /** Rewards that have come and wait for their group to be closed, in the order of arrival. */
  get waitingForGroup(): readonly Arrival[] {
    return this.#season.waiting;
  }

  /**
   * Returns what `act` returns and takes back all it did to this learner, bit for bit: rewards that
   * waited wait again, so that it makes no difference to anything later. No coin is flipped in it:
   * whoever saw how it will fall could choose what to send by it.
   */
  rehearse<Answer>(act: () => Answer): Answer {
    const takeBack = this.beginRehearsal();
    try {
      return act();
    } finally {
      takeBack();
    }
  }

  /** The same of all that is done until the function is called that comes back. */
  beginRehearsal(): () => void {
    const sequence = this.#sequence;
    const beliefs = this.beliefs.exportState();
    const putBack = [this.#group.remember(), this.#inbox.remember(), this.#season.remember()];
    this.#isRehearsal = true;
    const takeBackBooks = this.#books.beginRehearsal();
    return () => {
      takeBackBooks();
      this.#isRehearsal = false;
      this.#sequence = sequence;
      this.beliefs.importState(beliefs);
      for (const restore of putBack) restore();
    };
  }

  /** The whole state but for tickets and waiting rewards, which their holder stores. */
  exportState(): HedgeLearnerState {
    const group = this.#group.exportState();
    const hasGroups = group.name !== null || group.closed.length > 0;
    return {
      sequence: this.#sequence,
      ...this.beliefs.exportState(),
      ...this.#books.exportState(),
      ...(hasGroups ? { group } : {}),
    };
  }

  importState(state: HedgeLearnerState): void {
    this.#sequence = state.sequence;
    this.beliefs.importState(state);
    this.#books.importState(state);
    this.#group.importState(state.group ?? { name: null, isSeen: false, closed: [] });
  }

  #checkRound(baseline: BaselineChoice, actionCount: number, terms: RoundTerms): void {
    const { proposal = null } = terms;
    requireWhole('actionCount', actionCount, 1, this.#options.actionCount);
    requireBaselineAction(baseline, actionCount);
    if (proposal !== null) requireWhole('proposal', proposal, 0, actionCount - 1);
    this.check(baseline, terms);
  }

  /** Nothing that was checked may be refused from here on; in a rehearsal all is taken back. */
  #afterChecks<Answer>(act: () => Answer): Answer {
    return this.#isRehearsal ? act() : afterChecks(act);
  }

  /** Takes in what has come, and returns the candidate and what it is expected to earn. */
  #propose(baseline: BaselineChoice, actionCount: number, terms: RoundTerms): RoundInHand {
    this.#beginRound(terms);
    const baselineReward = rewardInterval(baseline);
    const { beliefs } = this;
    if (baselineReward !== null) {
      const features = beliefs.featuresOf(baseline.action);
      this.#books.write(terms.site).declareBaseline(features, baselineReward);
    }
    beliefs.beginRound(baseline.action, baselineReward, actionCount);
    const book = this.#books.read(terms.site);
    const sequence = this.#sequence + 1;
    const shown = { book, baseline, actionCount, terms, sequence };
    return this.#quoted(baseline, this.#candidates.choose(shown), terms);
  }

  /** Takes in what has come, and enters the group and the period of the round. */
  #beginRound({ group, site, period }: RoundTerms): void {
    this.beliefs.forgetScores();
    this.takeInRewards();
    if (group !== undefined && group !== this.#group.name) {
      this.closeGroup();
      this.#group.open(group);
    }
    const book = this.#books.write(site);
    const opened = book.openGroup;
    const { correctableFrom } = this.#options;
    book.beginRound({
      issuedCount: this.#sequence,
      ...(group === undefined ? {} : { group }),
      ...(period === undefined ? {} : { period }),
      ...(correctableFrom === undefined ? {} : { correctableFrom }),
    });
    // With a named period a season is over. One that ends by count closes its group here alone.
    if (period !== undefined && opened !== null && book.openGroup === null) this.closeGroup();
  }

  /** Asks the book about the candidate. */
  #quoted(
    baseline: BaselineChoice,
    { action: proposedAction, isSecondLook }: Choice,
    terms: RoundTerms,
  ): RoundInHand {
    const joinsLater = this.#group.isJoinedLater(terms.group);
    const offer = {
      ...this.#candidates.offer(baseline, proposedAction, terms),
      ...(joinsLater ? { joinsLater } : {}),
    };
    const quote = this.#books.read(terms.site).quote(offer);
    return { baseline, proposedAction, isSecondLook, offer, quote, terms };
  }

  /** What the book says of the proposal, and then the coin, if there is one. */
  #outcome({ baseline, proposedAction, quote }: RoundInHand, flip: () => number): RoundOutcome {
    const foreseen = foreseenOutcome(quote, proposedAction === baseline.action);
    if (foreseen.reason !== 'coin-decides' || this.#isRehearsal) return foreseen;
    return coinOutcome(quote, flip());
  }

  /** The coin of the round at hand. */
  #flip(): number {
    return this.#options.coin(this.#sequence + 1);
  }

  /** What may come of the round, before anything is drawn. */
  #propensities(round: RoundInHand, actionCount: number): readonly number[] {
    const { baseline, proposedAction, quote, terms } = round;
    return propensitiesOf({
      actionCount,
      baselineAction: baseline.action,
      proposedAction,
      exploration: terms.exploration ?? null,
      quoteOf: (row) =>
        row === proposedAction ? quote : this.#quoted(baseline, chosen(row), terms).quote,
    });
  }

  /** Puts an action that was drawn by lot in place of the proposal, if one was; none in a rehearsal. */
  #drawLot(round: RoundInHand): LotDrawn {
    const { baseline, terms } = round;
    const { exploration } = terms;
    if (exploration === undefined) return { round, flip: () => this.#flip(), lot: null };
    const { share } = exploration;
    if (this.#isRehearsal) {
      return { round, flip: () => 0, lot: { share, number: null, isDrawn: false } };
    }
    const number = this.#flip();
    const { row, rest } = readLot(number, exploration);
    const toPlay = row === null ? round : this.#quoted(baseline, chosen(row), terms);
    return { round: toPlay, flip: () => rest, lot: { share, number, isDrawn: row !== null } };
  }

  #learn({ ticket, features, reward }: Arrival): void {
    ticket.learntAt = this.beliefs.learn(features, reward);
  }

  /** A reward of a group tells of all its decisions, at every site. */
  #knowledgeOf(group: string | undefined): { readonly isGroupSeen: boolean } {
    return { isGroupSeen: group !== undefined && this.#group.mayBeSeen(group) };
  }

  /** Whether its group is open. */
  isWaitingForGroup({ entry }: HedgeTicket): boolean {
    return entry.group !== undefined && entry.group === this.#group.name;
  }

  #issue(
    round: RoundInHand,
    outcome: RoundOutcome,
    chances: Pick<HedgeDecision, 'propensities' | 'lot'>,
  ): HedgeDecision {
    const { baseline, proposedAction, isSecondLook, offer, quote, terms } = round;
    const { site } = terms;
    const book = this.#books.write(site);
    const { player, reason, isCoinRound, coin } = outcome;
    const isProposal = player === 'proposal';
    const playedAction = isProposal ? proposedAction : baseline.action;
    const entry = book.issue(offer, player, quote);
    if (this.#options.execution === 'assume') book.confirm(entry);
    this.#sequence += 1;
    const features = this.beliefs.featuresOf(playedAction).slice();
    const ticket = { sequence: this.#sequence, playedAction, features, entry };
    return {
      ticket: site === undefined ? ticket : { ...ticket, site },
      playedAction,
      chosenBy: isProposal ? 'learner' : 'baseline',
      reason,
      proposedAction,
      isSecondLook,
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
      ...chances,
    };
  }
}

/** An action that somebody else names. */
function chosen(action: number): Choice {
  return { action, isSecondLook: false };
}

/** The round that is to be played, and where its coin comes from. */
interface LotDrawn {
  readonly round: RoundInHand;
  readonly flip: () => number;
  readonly lot: HedgeDecision['lot'];
}

interface RoundInHand {
  readonly baseline: BaselineChoice;
  readonly proposedAction: number;
  readonly isSecondLook: boolean;
  readonly offer: Offer;
  readonly quote: Quote;
  readonly terms: RoundTerms;
}

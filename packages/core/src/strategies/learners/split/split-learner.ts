/**
 * Plans decisions that can be divided: which action to try on which share of which of them.
 *
 *   plan      1  take in what is known of earlier decisions, in their order
 *             2  the proposer names a candidate for each, imagining the ones before it tried already
 *             3  shares by what is expected for money, never more than each site's slack (season-plan.ts)
 *             4  the books enter what is issued, then the strips are drawn
 *   later     outcomes of the parts: late, alone, in part, corrected, never
 *
 * Hope says what is tried, and not on how much land: a few strips tell as much of an action as all of a
 * field, and what the land itself brings is what is expected.
 *
 * What is learnt are *differences* between a try and the check beside it, in the same weather, so that
 * a good year does not look like a good action; and levels (parts-model.ts). Neither touches the promise:
 * that is kept by the books of the sites (safety/books/split-book.ts).
 */
import { groupBy } from '../../../base/group-by.ts';
import { requireBetween } from '../../../base/require.ts';
import type { RewardBeliefs } from '../../../proposal/curious-proposer.ts';
import type { Proposer } from '../../../proposal/proposer.ts';
import { type SecondLook, secondLook } from '../../../proposal/second-look.ts';
import type { GiveUpReason } from '../../../safety/books/safety-book.ts';
import type { SplitBook, SplitBookState, SplitQuote } from '../../../safety/books/split-book.ts';
import { type PlannedShare, planSeason } from '../../../safety/split/season-plan.ts';
import type {
  ExecutedShares,
  SplitAlarm,
  SplitOutcome,
  SplitPlan,
} from '../../../safety/split/split-bet.ts';
import type { BeliefsOptions } from '../hedge/beliefs.ts';
import { SiteBooks, type SiteBooksState } from '../site-books.ts';
import { createPartsModel, type PartsModel, type PartsModelState } from './parts-model.ts';
import type { SplitTicket } from './split-ticket.ts';
import { drawStrips } from './strip-draw.ts';

export interface SplitLearnerOptions extends BeliefsOptions {
  readonly createBook: () => SplitBook;
  readonly createProposer: (beliefs: RewardBeliefs) => Proposer;
  /** Uniform number in [0, 1) for the draw of a decision; the same for the same sequence. */
  readonly coin: (sequence: number) => number;
  /** Share of a decision that stays with the baseline at least, to be measured beside the try. */
  readonly checkShare: number;
  /** Number of equal strips into which a decision can be divided. */
  readonly stripCount: number;
  /** What may be lost for a unit of size and decision, on top of the share. */
  readonly allowance: number;
}

/** One decision to be planned. */
export interface SplitRound {
  /** Writes ψ of the actions that are allowed, one after the other; thousands need not be kept. */
  readonly writeFeatures: (into: Float64Array) => void;
  readonly actionCount: number;
  /** Row of the baseline's action. */
  readonly baselineAction: number;
  readonly size: number;
  readonly site?: string;
  /** Another block of the field before it: what strays with the season there strays here as well. */
  readonly isNextBlock?: boolean;
  /** Whether it can be divided; if not it is tried whole or not at all. */
  readonly isDivisible: boolean;
  /** Takes the place of what the proposer would name. */
  readonly proposal: number | null;
  /** Nothing is tried, whatever the books would allow. */
  readonly isBaselineOnly: boolean;
}

export interface SplitDecision {
  readonly ticket: SplitTicket;
  /** Row of the candidate, tried or not. */
  readonly proposedAction: number;
  /** Share of the size on which it is tried. */
  readonly share: number;
  /** What the books said of the shares that were issued, or of one strip if none was. */
  readonly quote: SplitQuote;
  /** What is proved after it is issued, in the worst case. */
  readonly slackAfter: number;
  /** What the candidate is hoped to earn above the baseline, for a unit of size. */
  readonly value: number;
  /** Predicted rewards of the baseline, and of each action above it. */
  readonly baselinePrediction: number;
  readonly differences: readonly { readonly prediction: number; readonly deviation: number }[];
}

export interface SplitLearnerState extends SiteBooksState<SplitBookState>, PartsModelState {
  readonly sequence: number;
}

/** A candidate, before shares are planned. */
interface Candidate {
  readonly action: number;
  readonly baselineFeatures: Float64Array;
  readonly differenceFeatures: Float64Array;
  readonly value: number;
  /** What it is expected to earn above the baseline, for a unit of size. */
  readonly expected: number;
  readonly tryPrediction: number;
  readonly baselinePrediction: number;
  readonly differences: SplitDecision['differences'];
}

/** A planned share, and the strips that were drawn for it. */
interface DrawnShare {
  readonly share: number;
  readonly strips: readonly number[];
}

/** So many outcomes wait for the next plan at the most: each holds its decision in memory. */
const CHANGED_MAX = 20_000;

export class SplitLearner {
  /** What is believed of parts, and of actions against the baseline beside them. */
  readonly model: PartsModel;
  readonly #options: SplitLearnerOptions;
  readonly #proposer: Proposer;
  /** ψ of the round that is looked at. */
  readonly #features: Float64Array;
  readonly #books: SiteBooks<SplitBookState, SplitBook>;
  /** Decisions whose outcomes changed since the model last learnt. */
  #changed = new Set<SplitTicket>();
  #sequence = 0;
  /** The first decision of the field that was issued last. */
  #place = 0;
  #isRehearsal = false;

  constructor(options: SplitLearnerOptions) {
    this.#options = options;
    this.model = createPartsModel(options);
    this.#proposer = options.createProposer(this.model.differences);
    this.#features = new Float64Array(options.actionCount * options.dimension);
    this.#books = new SiteBooks(options.createBook);
  }

  /** Of the newest decision; 0 before the first. */
  get sequence(): number {
    return this.#sequence;
  }

  bookOf(site?: string): SplitBook {
    return this.#books.read(site);
  }

  get sites(): readonly string[] {
    return this.#books.names;
  }

  /** Decisions whose outcomes changed and wait for the next plan. */
  get waiting(): readonly SplitTicket[] {
    return [...this.#changed];
  }

  /** Plans and issues all rounds together, a step for each of them twice, and answers in their order. */
  *plan(rounds: readonly SplitRound[]): Generator<void, SplitDecision[], void> {
    for (const { size } of rounds) requireBetween('size', size, 0, Number.POSITIVE_INFINITY);
    this.takeIn();
    const candidates = yield* this.#candidates(rounds);
    const shares = this.#shares(rounds, candidates);
    // All draws before the first is booked: a coin that fails must not leave half a plan behind.
    const draws = shares.map(({ share }, i) => this.#draw(share, this.#sequence + i + 1));
    const issued: SplitDecision[] = [];
    for (const [i, round] of rounds.entries()) {
      const drawn = { share: shares[i]!.share, strips: draws[i]! };
      issued.push(this.#issue(round, candidates[i]!, drawn));
      yield;
    }
    return issued;
  }

  /** Learns from all outcomes that came or changed since the last plan, in the order of decisions. */
  takeIn(): void {
    const tickets = [...this.#changed].sort((a, b) => a.sequence - b.sequence);
    for (const ticket of tickets) this.model.learn(ticket);
    this.#changed.clear();
  }

  /** A season is over: memory that counts seasons fades. */
  passSeason(): void {
    this.takeIn();
    this.model.passSeason();
  }

  /** What is known of the outcomes of a decision now, in place of what was known before. */
  settle(ticket: SplitTicket, outcome: SplitOutcome): readonly SplitAlarm[] {
    const alarms = this.#books.write(ticket.site).settle(ticket.entry, outcome);
    this.#changed.add(ticket);
    if (this.#changed.size >= CHANGED_MAX) this.takeIn();
    return alarms;
  }

  /** Puts back decisions that are kept, and those whose outcomes wait to be learnt; books know of them. */
  restoreTickets(kept: Iterable<SplitTicket>, waiting: Iterable<SplitTicket>): void {
    for (const ticket of kept) this.model.enter(ticket);
    for (const ticket of waiting) this.#changed.add(ticket);
  }

  /**
   * A decision is no longer kept: what is known of it is taken in before it leaves. One that is kept
   * elsewhere is undefined, and leaves its place when that comes back.
   */
  leave(ticket: SplitTicket | undefined): void {
    this.takeIn();
    if (ticket !== undefined) this.model.leave(ticket);
  }

  confirm({ site, entry }: SplitTicket, executed: ExecutedShares | null = null): void {
    this.#books.write(site).confirm(entry, executed);
  }

  fallBack({ site, entry }: SplitTicket, reason: GiveUpReason): void {
    this.#books.write(site).fallBack(entry, reason);
  }

  cancel({ site, entry }: SplitTicket, reason: GiveUpReason): void {
    this.#books.write(site).cancel(entry, reason);
  }

  provedSlack(site?: string): number {
    return this.#books.read(site).slack();
  }

  /** What is proved to be left of what may be lost once. */
  reserveLeft(site?: string): number {
    return this.#books.read(site).reserveLeft();
  }

  /** Returns what `act` returns and takes back all it did, bit for bit; no strips are drawn in it. */
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
    const changed = new Set(this.#changed);
    const putBack = [...changed].map(rememberLearnt);
    const state = this.model.exportNumbers();
    this.#isRehearsal = true;
    const takeBackBooks = this.#books.beginRehearsal();
    return () => {
      takeBackBooks();
      this.#isRehearsal = false;
      this.#sequence = sequence;
      this.#changed = changed;
      for (const restore of putBack) restore();
      this.model.importNumbers(state);
    };
  }

  exportState(): SplitLearnerState {
    return {
      sequence: this.#sequence,
      ...this.model.exportNumbers(),
      ...this.#books.exportState(),
    };
  }

  importState(state: SplitLearnerState): void {
    this.#sequence = state.sequence;
    this.model.importNumbers(state);
    this.#books.importState(state);
    this.#changed.clear();
  }

  /**
   * A candidate for each round; later ones know that earlier ones will be tried, not what they pay. Rounds
   * alike in all that is known are expected to earn the same to the last bit: the plan then divides between
   * them.
   */
  *#candidates(rounds: readonly SplitRound[]): Generator<void, Candidate[], void> {
    const state = rounds.length > 1 ? this.model.exportNumbers() : null;
    const expected = new Map<string, number>();
    const candidates: Candidate[] = [];
    for (const [i, round] of rounds.entries()) {
      const candidate = this.#candidate(round, this.#sequence + 1 + i);
      const isTried = candidate.action !== round.baselineAction;
      if (state !== null && isTried) this.model.imagine(candidate.differenceFeatures);
      const alike = candidate.differenceFeatures.join();
      const first = expected.get(alike) ?? candidate.expected;
      expected.set(alike, first);
      candidates.push({ ...candidate, expected: first });
      yield;
    }
    if (state !== null) this.model.importNumbers(state);
    return candidates;
  }

  #candidate(round: SplitRound, sequence: number): Candidate {
    const { actionCount, baselineAction, proposal } = round;
    const { differences: beliefs } = this.model;
    round.writeFeatures(this.#features);
    const baselineFeatures = this.#rowOf(baselineAction).slice();
    const baselinePrediction = this.model.predictLevel(baselineFeatures);
    this.#showDifferences(actionCount, baselineFeatures);
    beliefs.beginRound(baselineAction, null, actionCount);
    // Asked in any case: it also tells what each action may pay, which would else be left from before.
    const wish = this.#wish(round, sequence);
    const action = proposal ?? wish.action;
    const value = proposal === null ? wish.hope : beliefs.model.kernel.upperBounds[action]!;
    const differences = beliefs.ofRound(actionCount);
    const expected = differences[action]!.prediction;
    const tryPrediction = baselinePrediction + expected;
    const differenceFeatures = beliefs.featuresOf(action).slice();
    const features = { baselineFeatures, differenceFeatures };
    return { action, ...features, value, expected, tryPrediction, baselinePrediction, differences };
  }

  /** What the proposer names and hopes; if that is the baseline's own action, another look. */
  #wish({ actionCount, baselineAction }: SplitRound, sequence: number): SecondLook {
    const beliefs = this.model.differences;
    const { model, rewardCount } = beliefs;
    const action = this.#proposer.propose(model, actionCount);
    const favourite = { action, hope: model.kernel.upperBounds[action]! };
    if (action !== baselineAction || !this.#proposer.isCurious) return favourite;
    const usual = { baselineAction, usualReward: 0 };
    return (
      secondLook({ beliefs, model, actionCount, ...usual, rewardCount, sequence }) ?? favourite
    );
  }

  /** Shares of each round, planned for each site by itself. */
  #shares(rounds: readonly SplitRound[], candidates: readonly Candidate[]): PlannedShare[] {
    const shares: PlannedShare[] = new Array(rounds.length);
    const bySite = groupBy(rounds.keys(), (i) => rounds[i]!.site);
    for (const [site, indices] of bySite) {
      const book = this.#books.write(site);
      const items = indices.map((i) => this.#item(rounds[i]!, candidates[i]!, book));
      planSeason(items, book.slack()).forEach((share, k) => {
        shares[indices[k]!] = share;
      });
    }
    return shares;
  }

  #item(round: SplitRound, { action, expected }: Candidate, book: SplitBook) {
    const { checkShare, stripCount, allowance } = this.#options;
    const isWanted = action !== round.baselineAction && !round.isBaselineOnly;
    return {
      size: round.size,
      // What is hoped for, or somebody's own proposal, is tried however little is expected of it.
      values: isWanted ? [Math.max(expected, TINY)] : [],
      lines: book.certainLines,
      allowance,
      shareMax: 1 - checkShare,
      isDivisible: round.isDivisible,
      stripCount,
    };
  }

  #issue(round: SplitRound, candidate: Candidate, { share, strips }: DrawnShare): SplitDecision {
    const { site, size, baselineAction } = round;
    const { tryPrediction, baselinePrediction: checkPrediction } = candidate;
    const book = this.#books.write(site);
    const planOf = (shares: readonly number[]): SplitPlan => ({
      size,
      shares,
      tryPredictions: shares.map(() => tryPrediction),
      checkPrediction,
    });
    const plan = planOf(share > 0 ? [share] : []);
    const quote = book.quote(share > 0 ? plan : planOf([1 / this.#options.stripCount]));
    const entry = book.issue(plan);
    this.#sequence += 1;
    const triedAction = share > 0 ? candidate.action : baselineAction;
    if (round.isNextBlock !== true) this.#place = this.#sequence;
    const ticket: SplitTicket = {
      sequence: this.#sequence,
      place: this.#place,
      ...(site === undefined ? {} : { site }),
      triedAction,
      baselineFeatures: candidate.baselineFeatures,
      differenceFeatures: share > 0 ? candidate.differenceFeatures : null,
      entry,
      strips,
    };
    if (!this.#isRehearsal) {
      book.showDraw(entry);
      this.model.enter(ticket);
    }
    return {
      ticket,
      proposedAction: candidate.action,
      share,
      quote,
      slackAfter: book.slack(),
      value: candidate.value,
      baselinePrediction: checkPrediction,
      differences: candidate.differences,
    };
  }

  /** The strips of the try; none in a rehearsal, which must not tell. */
  #draw(share: number, sequence: number): number[] {
    if (this.#isRehearsal || share === 0) return [];
    const { stripCount, coin } = this.#options;
    return drawStrips(Math.round(share * stripCount), stripCount, coin(sequence));
  }

  /** Writes what each action has beyond the baseline into the model of differences. */
  #showDifferences(actionCount: number, baseline: Float64Array): void {
    const { dimension } = this.#options;
    const { expectedFeatures } = this.model.differences;
    let at = 0;
    for (let action = 0; action < actionCount; action++) {
      for (let i = 0; i < dimension; i++, at++) {
        expectedFeatures[at] = this.#features[at]! - baseline[i]!;
      }
    }
  }

  #rowOf(action: number): Float64Array {
    const { dimension } = this.#options;
    return this.#features.subarray(action * dimension, (action + 1) * dimension);
  }
}

/** Returns what makes a ticket forget what was learnt from it since. */
function rememberLearnt(ticket: SplitTicket): () => void {
  // In the order in which they were learnt, so that the text of the state is the same.
  const learnt = Object.entries(ticket).filter(([name]) => LEARNT.includes(name));
  return () => {
    delete ticket.checkLearnt;
    delete ticket.tryLearnt;
    Object.assign(ticket, Object.fromEntries(learnt));
  };
}

const LEARNT: readonly string[] = ['checkLearnt', 'tryLearnt'];

/** More than nothing. */
const TINY = 1e-9;

/**
 * The promise kept in every period by itself: every season, every month, every thousand rounds.
 *
 * Each period has books of its own, so what was saved up in one is not risked in another, and a bad
 * period is not made up for by good ones before it. Period k may fail with probability
 * 6δ / (π²k²), which adds up to δ over any number of periods. What may be lost once is carried over:
 *
 *     reserve of the next period = min( reserve of this one, max( 0, slack proved at its end ) )
 *
 * for if a period ends with a slack of w, it has lost at most its reserve less w. News about a round
 * changes the books of its own period only; when that is over, nothing more is decided by them.
 */
import type { BookState, PromiseBook } from './promise-book.ts';
import type {
  BookEntry,
  Offer,
  Player,
  Quote,
  RewardInterval,
  SafetyBook,
  TakeBackKnowledge,
} from './safety-book.ts';

/** What a period starts with. */
export interface PeriodStart {
  /** Counted from 1. */
  readonly period: number;
  /** What may be lost once from here on, in reward units. */
  readonly reserve: number;
  /** Share of δ that this period may use. */
  readonly failureShare: number;
}

export interface PeriodBookOptions {
  readonly createBook: (start: PeriodStart) => PromiseBook;
  /** What may be lost once over all periods, in reward units. */
  readonly reserve: number;
  /** Number of rounds in a period; null if periods are started by call. */
  readonly roundCount: number | null;
}

/** Returns 6 / (π²k²): these shares add up to 1 over all k = 1, 2, 3, … */
export function failureShareOf(period: number): number {
  return 6 / (Math.PI * period) ** 2;
}

export class PeriodBook implements SafetyBook {
  readonly #options: PeriodBookOptions;
  #period = 1;
  #reserve: number;
  #book: PromiseBook;

  constructor(options: PeriodBookOptions) {
    this.#options = options;
    this.#reserve = options.reserve;
    this.#book = this.#createBook();
  }

  get tellsActionsApart(): boolean {
    return this.#book.tellsActionsApart;
  }

  checkBaseline(baselineReward: RewardInterval | null): void {
    this.#book.checkBaseline(baselineReward);
  }

  checkReward(reward: number): void {
    this.#book.checkReward(reward);
  }

  checkSize(size: number): void {
    this.#book.checkSize(size);
  }

  checkGroup(group: string): void {
    this.#book.checkGroup(group);
  }

  beginRound(group?: string): void {
    const { roundCount } = this.#options;
    // A group belongs to one period: what joins it still counts there.
    const joins = group !== undefined && group === this.#book.openGroup;
    this.#book.beginRound(group);
    if (roundCount !== null && this.#book.roundCount >= roundCount && !joins) this.startPeriod();
  }

  declareBaseline(features: Float64Array, baselineReward: RewardInterval): void {
    this.#book.declareBaseline(features, baselineReward);
  }

  quote(offer: Offer): Quote {
    return this.#book.quote(offer);
  }

  issue(offer: Offer, player: Player, quote: Quote): BookEntry {
    return this.#book.issue(offer, player, quote);
  }

  confirm(entry: BookEntry): void {
    this.#book.confirm(entry);
  }

  fallBack(entry: BookEntry, knowledge?: TakeBackKnowledge): void {
    this.#book.fallBack(entry, knowledge);
  }

  cancel(entry: BookEntry, knowledge?: TakeBackKnowledge): void {
    this.#book.cancel(entry, knowledge);
  }

  settle(entry: BookEntry, reward: number): void {
    this.#book.settle(entry, reward);
  }

  revise(entry: BookEntry, reward: number): void {
    this.#book.revise(entry, reward);
  }

  closeGroup(): void {
    this.#book.closeGroup();
  }

  startPeriod(): void {
    this.#book.closeGroup();
    const { groupNames } = this.#book;
    this.#reserve = this.#book.reserveLeft();
    this.#period += 1;
    this.#book = this.#createBook();
    this.#book.barGroups(groupNames);
  }

  slack(): number {
    return this.#book.slack();
  }

  reserveLeft(): number {
    return this.#book.reserveLeft();
  }

  remember(): () => void {
    return this.#book.remember();
  }

  exportState(): BookState {
    return this.#book.exportState();
  }

  importState(state: BookState): void {
    this.#period = state.period;
    this.#reserve = state.reserve;
    this.#book = this.#createBook();
    this.#book.importState(state);
  }

  #createBook(): PromiseBook {
    return this.#options.createBook({
      period: this.#period,
      reserve: this.#reserve,
      failureShare: failureShareOf(this.#period),
    });
  }
}

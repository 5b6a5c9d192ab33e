/**
 * The promise kept in every period by itself: every season, every month, every thousand rounds.
 *
 * Each period has books of its own, so what was saved up in one is not risked in another, and a bad
 * period is not made up for by good ones before it. Period k may fail with probability
 * 6δ / (π²k²), which adds up to δ over any number of periods. What may be lost once is carried over,
 * and so is what was overdrawn:
 *
 *     reserve of the next period = min( max( 0, reserve of this one ), slack proved at its end )
 *
 * for if a period ends with a slack of w, it has lost its reserve less w. A debt (a reserve below 0) is
 * made up for by the first period that earns it.
 *
 * News of a round changes the book of its own period, whether that is over or not, and what is handed on
 * follows. So the books of earlier periods are kept, as plain data, while a decision made before their end
 * may still be corrected, and the newest of them in any case, for rewards that come late. Once a book is
 * gone, what comes late for its decisions could only add to it, and no longer counts.
 */
import { HedgerowError } from '../../base/errors.ts';
import type { BookState, PromiseBook } from './promise-book.ts';
import type {
  BookEntry,
  Offer,
  Player,
  Quote,
  RewardInterval,
  RoundStart,
  SafetyBook,
  TakeBackKnowledge,
} from './safety-book.ts';

/** What a period starts with. */
export interface PeriodStart {
  /** Counted from 1. */
  readonly period: number;
  /** What may be lost once from here on, in reward units; below 0: what was overdrawn. */
  readonly reserve: number;
  /** Share of δ that this period may use. */
  readonly failureShare: number;
}

export interface PeriodBookOptions {
  readonly createBook: (start: PeriodStart) => PromiseBook;
  /** What may be lost once over all periods, in reward units. */
  readonly reserve: number;
  /** Number of rounds in a period; null if periods have names. */
  readonly roundCount: number | null;
}

/** The book of a period that is over. */
interface ClosedBook {
  readonly book: BookState;
  /** Number of decisions when it ended, those of other books included. */
  readonly issuedCount: number;
}

interface PeriodBookState extends BookState {
  /** The name of the present period; absent where it has none. */
  readonly name?: string;
  /** Books of the periods just before it, oldest first; absent for none. */
  readonly closed?: readonly ClosedBook[];
}

/** Books of so many earlier periods are kept in any case: the months of a year. */
const CLOSED_BOOKS_KEPT = 12;

/** Returns 6 / (π²k²): these shares add up to 1 over all k = 1, 2, 3, … */
export function failureShareOf(period: number): number {
  return 6 / (Math.PI * period) ** 2;
}

export class PeriodBook implements SafetyBook {
  readonly #options: PeriodBookOptions;
  #period = 1;
  #name: string | null = null;
  #book: PromiseBook;
  #closed: readonly ClosedBook[] = [];

  constructor(options: PeriodBookOptions) {
    this.#options = options;
    this.#book = this.#createBook(this.#period, options.reserve);
  }

  get tellsActionsApart(): boolean {
    return this.#book.tellsActionsApart;
  }

  get openGroup(): string | null {
    return this.#book.openGroup;
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

  checkGroup(group: string, period?: string): void {
    if (group === this.openGroup && this.#isNamedAnew(period)) {
      throw groupOfAnother(group, { period: period!, present: this.#name! });
    }
    this.#book.checkGroup(group);
  }

  beginRound(start: RoundStart = {}): void {
    const { roundCount } = this.#options;
    // A group belongs to one period: what joins it still counts there.
    const joins = start.group !== undefined && start.group === this.openGroup;
    const isFull = roundCount !== null && this.#book.roundCount >= roundCount && !joins;
    if (isFull || this.#isNamedAnew(start.period)) this.#startPeriod(start);
    this.#name = start.period ?? null;
    this.#book.beginRound(start);
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
    this.#tell(entry, (book) => book.confirm(entry));
  }

  fallBack(entry: BookEntry, knowledge: TakeBackKnowledge): void {
    this.#tell(entry, (book) => book.fallBack(entry, knowledge));
  }

  cancel(entry: BookEntry, knowledge: TakeBackKnowledge): void {
    this.#tell(entry, (book) => book.cancel(entry, knowledge));
  }

  settle(entry: BookEntry, reward: number): void {
    this.#tell(entry, (book) => book.settle(entry, reward));
  }

  revise(entry: BookEntry, reward: number): void {
    this.#tell(entry, (book) => book.revise(entry, reward));
  }

  closeGroup(): void {
    this.#book.closeGroup();
  }

  slack(): number {
    return this.#book.slack();
  }

  reserveLeft(): number {
    return this.#book.reserveLeft();
  }

  remember(): () => void {
    const closed = this.#closed;
    const putBack = this.#book.remember();
    return () => {
      putBack();
      this.#closed = closed;
    };
  }

  exportState(): BookState {
    const state: PeriodBookState = {
      ...this.#book.exportState(),
      ...(this.#name === null ? {} : { name: this.#name }),
      ...(this.#closed.length === 0 ? {} : { closed: this.#closed }),
    };
    return state;
  }

  importState(state: BookState): void {
    const { name, closed = [], ...book }: PeriodBookState = state;
    this.#period = book.period;
    this.#name = name ?? null;
    this.#closed = closed;
    this.#book = this.#restored(book);
  }

  /** Whether the period of that name is another than the present one; the first is named by its first round. */
  #isNamedAnew(name: string | undefined): boolean {
    return name !== undefined && this.#name !== null && name !== this.#name;
  }

  #startPeriod({ issuedCount = 0, correctableFrom = () => 0 }: RoundStart): void {
    this.#book.closeGroup();
    const closed = [...this.#closed, { book: this.#book.exportState(), issuedCount }];
    const from = correctableFrom();
    const needed = closed.findIndex((one) => one.issuedCount >= from);
    const spare = Math.max(0, closed.length - CLOSED_BOOKS_KEPT);
    this.#closed = closed.slice(needed === -1 ? spare : Math.min(needed, spare));
    this.#period += 1;
    const { groupNames } = this.#book;
    this.#book = this.#createBook(this.#period, this.#book.reserveLeft());
    this.#book.barGroups(groupNames);
  }

  /** Tells the book of a line's period; each later one inherits what that changes. */
  #tell({ period }: BookEntry, tell: (book: PromiseBook) => void): void {
    const oldest = this.#period - this.#closed.length;
    // Of a period whose book is gone, any book only takes note.
    if (period === this.#period || period < oldest) {
      tell(this.#book);
      return;
    }
    const closed = [...this.#closed];
    let reserve: number | null = null;
    for (let i = period - oldest; i < closed.length; i++) {
      const { book: state, issuedCount } = closed[i]!;
      if (state.reserve === reserve) {
        this.#closed = closed;
        return;
      }
      const book = this.#restored(state);
      if (reserve === null) tell(book);
      else book.inherit(reserve);
      closed[i] = { book: book.exportState(), issuedCount };
      reserve = book.reserveLeft();
    }
    this.#closed = closed;
    this.#book.inherit(reserve!);
  }

  #restored(state: BookState): PromiseBook {
    const book = this.#createBook(state.period, state.reserve);
    book.importState(state);
    return book;
  }

  #createBook(period: number, reserve: number): PromiseBook {
    const failureShare = failureShareOf(period);
    return this.#options.createBook({ period, reserve, failureShare });
  }
}

function groupOfAnother(
  group: string,
  { period, present }: { readonly period: string; readonly present: string },
): HedgerowError {
  return new HedgerowError({
    code: 'HR_CALL_ORDER',
    rule: `a decision must join a group of its own period (${group})`,
    received: `period ${period} after ${present}`,
    remedy: 'Give the decisions of the new period a group of their own.',
  });
}

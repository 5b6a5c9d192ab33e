/**
 * Is the forecast any good? A test by betting, valid at every moment.
 *
 * Somebody who does not believe the forecasts bets against them at the odds that they state (bettors.ts), and starts
 * with 1. If the forecasts are right the game is fair, and by Ville's inequality such money EVER reaches 1/level with
 * probability at most `level`: one may look after each outcome, for ever, and stop when one likes. Reaching it is the alarm.
 * Needed for that: each bet is fixed before its outcome is known, and given all that was known when the forecast was issued
 * its outcome falls into each cell with the probability of the cell. Nothing about independence, and nothing
 * about the shape of the forecasts. Whether an outcome is reported must not depend on how it fell.
 *
 * - The money of a stream is divided between the bettors once and for all; the rich are those that were right, so it
 *   bets more and more on what is wrong. A fifth is kept back, of which each bet hands out a part: then
 *   a forecast that was good for years and is no longer is noticed, too. Money handed from one pocket to another is still a fair game.
 * - Forecasts that overlap (issued before the outcome of an earlier one is known) cannot be staked on one after the other
 *   with the same money. They belong to different streams: a bet takes the first stream of its lead that has no open bet, or founds one
 *   with a part of what is left, 3/4, 3/28, 3/70, … of the whole. The wealth is the sum over the streams, their
 *   average by these shares; a stream whose bet is open counts as NOTHING until its outcome is known. What is
 *   counted is then never more than the expectation of everything staked, which is a martingale, so the alarm is valid at every moment
 *   for any overlap. (The plain average of all streams is not: whoever may stop while bets are open stops before the bad news.)
 * - Outcomes that share their weather are one bet: `settle` takes them together, and the stake is divided between them
 *   evenly. An average of fair games is fair however they depend on each other; a product would not be.
 */
import { ForecastError } from '../forecast-error.ts';
import { BETTORS, payoffs } from './bettors.ts';
import type { PitCell } from './pit.ts';

/** Plain data: what a test needs to go on. */
export interface CalibrationState {
  readonly level: number;
  readonly betCount: number;
  /** The highest wealth so far; an alarm once it has reached 1/level. */
  readonly wealthMax: number;
  readonly streams: readonly CalibrationStream[];
}

export interface CalibrationStream {
  readonly lead: string;
  readonly isOpen: boolean;
  readonly betCount: number;
  /** What is kept back, and what each of the bettors has. */
  readonly reserve: number;
  readonly wealths: readonly number[];
}

const KEPT_BACK = 0.2;
/** Of what is kept back, bet n hands out 1 / (n + 4). */
const HAND_OUT_LATENESS = 4;
/** Money that is thrown away keeps the game valid, and the numbers finite. */
const WEALTH_LIMIT = 1e200;

export class CalibrationTest {
  readonly #level: number;
  #streams: readonly CalibrationStream[];
  #betCount: number;
  #wealthMax: number;

  constructor(options: { readonly level?: number } | CalibrationState = {}) {
    const state = { betCount: 0, wealthMax: 1, streams: [], level: 0.01, ...options };
    requireLevel(state.level);
    this.#level = state.level;
    this.#streams = state.streams;
    this.#betCount = state.betCount;
    this.#wealthMax = state.wealthMax;
  }

  /** What the gambler has, bets that are open counted as lost. */
  get wealth(): number {
    const founded = this.#streams.filter(({ isOpen }) => !isOpen);
    return founded.reduce((sum, stream) => sum + moneyOf(stream), leftAfter(this.#streams.length));
  }

  /** The highest wealth so far. */
  get wealthMax(): number {
    return this.#wealthMax;
  }

  /** Whether the wealth has ever reached 1/level. */
  get isAlarmed(): boolean {
    return this.#wealthMax >= 1 / this.#level;
  }

  /** How many bets have been settled. */
  get betCount(): number {
    return this.#betCount;
  }

  /** Stakes a stream on a forecast that has just been issued; returns which, to settle it by. */
  open(lead = ''): number {
    const free = this.#streams.findIndex((stream) => !stream.isOpen && stream.lead === lead);
    const place = free === -1 ? this.#streams.length : free;
    const stream = this.#streams[place] ?? foundStream(lead, place);
    this.#streams = [
      ...this.#streams.slice(0, place),
      { ...stream, isOpen: true },
      ...this.#streams.slice(place + 1),
    ];
    return place;
  }

  /** Pays the bet of a stream: where its outcome lay, or several outcomes that share their weather. */
  settle(place: number, cells: readonly PitCell[]): void {
    const stream = this.#streams[place];
    if (stream === undefined || !stream.isOpen || cells.length === 0) throw nothingOpen(place);
    this.#streams = this.#streams.map((one) => (one === stream ? paid(stream, cells) : one));
    this.#betCount += 1;
    this.#wealthMax = Math.max(this.#wealthMax, this.wealth);
  }

  /** Opens a bet and settles it: for a forecast whose outcome was known before the next was issued. */
  observe(...cells: readonly PitCell[]): void {
    this.settle(this.open(), cells);
  }

  /** Returns plain data from which `new CalibrationTest(state)` goes on. */
  state(): CalibrationState {
    return {
      level: this.#level,
      betCount: this.#betCount,
      wealthMax: this.#wealthMax,
      streams: this.#streams,
    };
  }
}

/** What is left of 1 when so many streams have been founded: 1, 1/4, 1/7, … */
function leftAfter(streamCount: number): number {
  return 1 / (3 * streamCount + 1);
}

function foundStream(lead: string, place: number): CalibrationStream {
  const money = leftAfter(place) - leftAfter(place + 1);
  return {
    lead,
    isOpen: false,
    betCount: 0,
    reserve: KEPT_BACK * money,
    wealths: BETTORS.map(({ share }) => (1 - KEPT_BACK) * money * share),
  };
}

function moneyOf({ reserve, wealths }: CalibrationStream): number {
  return wealths.reduce((sum, wealth) => sum + wealth, reserve);
}

function paid(stream: CalibrationStream, cells: readonly PitCell[]): CalibrationStream {
  const handedOut = stream.reserve / (stream.betCount + 1 + HAND_OUT_LATENESS);
  const paidFor = cells.map(payoffs);
  return {
    ...stream,
    isOpen: false,
    betCount: stream.betCount + 1,
    reserve: stream.reserve - handedOut,
    wealths: stream.wealths.map((wealth, k) => {
      const stake = wealth + handedOut * BETTORS[k]!.share;
      const payoff = paidFor.reduce((sum, each) => sum + each[k]!, 0) / cells.length;
      return Math.min(stake * payoff, WEALTH_LIMIT);
    }),
  };
}

function requireLevel(level: number): void {
  if (level > 0 && level < 1) return;
  throw new ForecastError({
    code: 'HF_RANGE',
    rule: 'The level of a test must be greater than 0 and less than 1',
    received: String(level),
  });
}

function nothingOpen(place: number): ForecastError {
  return new ForecastError({
    code: 'HF_MISSING',
    rule: 'A bet is settled once, after it was opened, with one outcome or more',
    received: `stream ${place}`,
  });
}

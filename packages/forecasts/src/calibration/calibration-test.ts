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
 *   with the same money. A bet takes the first stream of its lead whose last outcome was known when its forecast was issued, or founds one
 *   with a part of what is left: 3/4, 3/28, 3/70, … of the whole. Each stream by itself is a fair game that starts with its
 *   share, and the alarm is that ONE stream reaches 1/level: together that happens with probability at most level × the sum of the shares,
 *   however the streams depend on each other. (Their sum, the average by shares, is what is reported as wealth. It has expectation 1 at any time fixed
 *   in advance, but it is no fair game for somebody who stops while bets are open: such a one stops before the bad news.)
 * - Outcomes that share their weather are one bet: given together, the stake is divided between them
 *   evenly. An average of fair games is fair however they depend on each other; a product would not be.
 */
import { ForecastError } from '../forecast-error.ts';
import { BETTORS, payoffs } from './bettors.ts';
import type { PitCell } from './pit.ts';

/** Plain data: what a test needs to go on. */
export interface CalibrationState {
  readonly level: number;
  readonly betCount: number;
  /** The most that one stream has had so far, at least 1; an alarm once it has reached 1/level. */
  readonly wealthMax: number;
  readonly streams: readonly CalibrationStream[];
}

export interface CalibrationStream {
  readonly lead: string;
  /** When its last outcome was known. */
  readonly known: number;
  readonly betCount: number;
  /** What is kept back, and what each of the bettors has. */
  readonly reserve: number;
  readonly wealths: readonly number[];
}

/** When a forecast was issued and when its outcome was known, by any clock. */
export interface BetTiming {
  readonly issued: number;
  readonly known: number;
  /** Forecasts of different leads have different streams. */
  readonly lead?: string;
}

const KEPT_BACK = 0.2;
/** Of what is kept back, bet n hands out 1 / (n + 4). */
const HAND_OUT_LATENESS = 4;
/** Money that is thrown away keeps the game valid, and the numbers finite. */
const WEALTH_LIMIT = 1e200;
/** Later streams would have next to nothing. */
const STREAM_COUNT_MAX = 64;

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

  /** What all streams have together, beginning with 1. */
  get wealth(): number {
    return this.#streams.reduce(
      (sum, stream) => sum + moneyOf(stream),
      leftAfter(this.#streams.length),
    );
  }

  /** The most that one stream has had, at least 1. */
  get wealthMax(): number {
    return this.#wealthMax;
  }

  /** Whether one stream has ever reached 1/level. */
  get isAlarmed(): boolean {
    return this.#wealthMax >= 1 / this.#level;
  }

  /** How many bets have been paid. */
  get betCount(): number {
    return this.#betCount;
  }

  /**
   * Bets on a forecast and pays the bet: by where its outcome lay, or several that share their weather. Outcomes are
   * told in the order in which they were known. Without times each is taken as known before the next forecast was issued.
   * Returns whether there was a stream to bet with.
   */
  observe(cells: readonly PitCell[], timing: BetTiming = { issued: 0, known: 0 }): boolean {
    const { issued, known, lead = '' } = timing;
    if (cells.length === 0) throw nothingToPay();
    const free = this.#streams.findIndex((one) => one.lead === lead && one.known <= issued);
    const place = free === -1 ? this.#streams.length : free;
    if (place >= STREAM_COUNT_MAX) return false;
    const stream = paid(this.#streams[place] ?? foundStream(lead, place), cells);
    this.#streams = [
      ...this.#streams.slice(0, place),
      { ...stream, known },
      ...this.#streams.slice(place + 1),
    ];
    this.#betCount += 1;
    this.#wealthMax = Math.max(this.#wealthMax, moneyOf(stream));
    return true;
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
    known: Number.NEGATIVE_INFINITY,
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

function nothingToPay(): ForecastError {
  return new ForecastError({
    code: 'HF_MISSING',
    rule: 'A bet is paid by one outcome or more',
    received: 'none',
  });
}

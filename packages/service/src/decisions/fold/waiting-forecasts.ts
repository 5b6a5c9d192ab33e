/**
 * Forecasts that wait for their weather, by the sequence of their decision: the newest of them, and of ensembles no more
 * members than every snapshot can hold.
 *
 * Sequences only rise, so the oldest is found by counting on from the one that was forgotten last, and members are counted
 * as they come and go: what a decision costs here does not depend on how many wait.
 */
import type { PredictiveForecast } from '@hedgerow/forecasts';

/** Forecasts that wait; older ones are forgotten, and then not bet on. */
const WAITING_COUNT = 1000;
/** Members of ensembles that wait, over all decisions. */
const MEMBER_COUNT = 200_000;

export interface WaitingForecasts {
  /** What the clock said when the decision was made. */
  readonly issued: number;
  readonly group: string | null;
  readonly forecasts: Readonly<Record<string, PredictiveForecast>>;
}

export class WaitingBook {
  readonly #waiting = new Map<number, WaitingForecasts>();
  /** Nothing that waits has a smaller sequence. */
  #oldest = 0;
  #memberCount = 0;

  constructor(entries: Iterable<readonly [number, WaitingForecasts]> = []) {
    for (const [sequence, one] of entries) this.set(sequence, one);
  }

  get size(): number {
    return this.#waiting.size;
  }

  get(sequence: number): WaitingForecasts | undefined {
    return this.#waiting.get(sequence);
  }

  /** Keeps or replaces what waits for a decision; a new one must be the newest. */
  set(sequence: number, one: WaitingForecasts): void {
    this.#memberCount += memberCount(one) - memberCount(this.#waiting.get(sequence));
    if (this.#waiting.size === 0) this.#oldest = sequence;
    this.#waiting.set(sequence, one);
    while (this.#waiting.size > WAITING_COUNT || this.#memberCount > MEMBER_COUNT) {
      this.delete(this.#oldest);
      this.#oldest += 1;
    }
  }

  delete(sequence: number): void {
    this.#memberCount -= memberCount(this.#waiting.get(sequence));
    this.#waiting.delete(sequence);
  }

  /** Oldest first. */
  [Symbol.iterator](): Iterator<readonly [number, WaitingForecasts]> {
    return this.#waiting[Symbol.iterator]();
  }
}

function memberCount(one: WaitingForecasts | undefined): number {
  if (one === undefined) return 0;
  let count = 0;
  for (const forecast of Object.values(one.forecasts)) {
    if (forecast.kind === 'ensemble') count += forecast.points.length;
  }
  return count;
}

/**
 * From stamps to steps: which stretch of time each value of a file belongs to.
 *
 * The length of a step is the smallest distance between two stamps (or told by the file), so that a
 * day that is left out leaves a hole instead of stretching the day before. A stamp stands at the
 * start of its step or at its end, as the format has it. Stamps may come in any order; the same one
 * twice is refused, because nobody can know which of the two counts.
 */
import { DAY, type Stamp, writeOffset, writeTime } from '../base/stamps.ts';
import { ForecastError } from '../forecast-error.ts';
import type { Steps } from './forecast.ts';

/** The clock by which the days of a file are counted. */
export interface Clock {
  readonly utcOffset: number;
  /** Wall times in the order of the stamps. */
  readonly walls: readonly number[];
  readonly notes: readonly string[];
}

/** Returns the wall times of stamps on one clock: the one asked for, or the one of the file. */
export function onOneClock(stamps: readonly Stamp[], asked: number | undefined): Clock {
  const offsets = new Set(stamps.map(({ offset }) => offset));
  if (offsets.size > 1 && offsets.has(null)) {
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: 'either all times of a file say how far they are from Greenwich, or none',
      received: 'some of each',
    });
  }
  if (offsets.has(null) || stamps.length === 0) return localClock(stamps, asked);
  const walls = stamps.map(({ wall }) => wall);
  const utcOffset = asked ?? stamps[0]!.offset!;
  if (offsets.size > 1 && areMidnights(walls)) return { utcOffset, walls, notes: [] };
  return {
    utcOffset,
    walls: stamps.map(({ wall, offset }) => wall - offset! + utcOffset),
    notes: asked === undefined ? [`Days are counted at ${writeOffset(utcOffset)}.`] : [],
  };
}

function localClock(stamps: readonly Stamp[], asked: number | undefined): Clock {
  const isDaily = stamps.every(({ isDate }) => isDate);
  const notes = 'The file does not say its time zone; its times are taken as they stand.';
  return {
    utcOffset: asked ?? 0,
    walls: stamps.map(({ wall }) => wall),
    notes: asked === undefined && !isDaily ? [notes] : [],
  };
}

/** Midnights whose distance from Greenwich changes are days, of 23 or 25 hours twice a year. */
function areMidnights(walls: readonly number[]): boolean {
  return walls.every((wall) => wall % DAY === 0);
}

export interface StepOrder extends Steps {
  /** Which row of the file each step is. */
  readonly order: Uint32Array;
}

export interface StepRule {
  readonly stamp: 'start' | 'end';
  /** Milliseconds, if the file says so. */
  readonly length?: number;
  /** What to do about a time that comes twice. */
  readonly remedy?: string;
}

/** Returns the steps of stamps in rising order, and which row each came from. */
export function stepsOf(walls: readonly number[], { stamp, length, remedy }: StepRule): StepOrder {
  if (walls.length === 0) {
    throw new ForecastError({
      code: 'HF_MISSING',
      rule: 'a forecast must have times',
      received: 'none',
    });
  }
  const order = Uint32Array.from(walls.keys()).sort((a, b) => walls[a]! - walls[b]! || a - b);
  const sorted = Float64Array.from(order, (row) => walls[row]!);
  const step = length ?? smallestGap(sorted);
  refuseRepeats(sorted, step, remedy);
  const starts = stamp === 'start' ? sorted : sorted.map((wall) => wall - step);
  return { order, starts, ends: starts.map((start) => start + step) };
}

/** A single stamp is taken as a day. */
function smallestGap(sorted: Float64Array): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let k = 1; k < sorted.length; k++) {
    const gap = sorted[k]! - sorted[k - 1]!;
    if (gap > 0 && gap < smallest) smallest = gap;
  }
  return smallest === Number.POSITIVE_INFINITY ? DAY : smallest;
}

function refuseRepeats(sorted: Float64Array, step: number, remedy: string | undefined): void {
  for (let k = 1; k < sorted.length; k++) {
    if (sorted[k]! - sorted[k - 1]! >= step) continue;
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: 'every time must come once, and steps must not overlap',
      received: `${writeTime(sorted[k - 1]!)} followed by ${writeTime(sorted[k]!)} in steps of ${step / 60_000} minutes`,
      ...(remedy === undefined ? {} : { remedy }),
    });
  }
}

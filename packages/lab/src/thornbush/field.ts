/**
 * A field that can be divided, as it truly is: what each strip would pay under the proposal and under
 * the baseline in the weather that came. The adversary chooses all of it, as far as the declarations
 * allow, and only the draw of strips is left to chance.
 *
 *   ends        good and bad strips lie side by side: where the try has the good ones, the check beside it
 *               has the bad ones, so both parts err in opposite directions
 *   rare-loss   one strip pays little, the others a little more than the mean
 *   rare-win    the other way round
 *   point       all strips alike
 *
 * Where noise of parts is declared, strips are alike and both parts err with one coin, in opposite
 * directions.
 */
import type { RandomStream } from '../environments/random-stream.ts';
import type { Wish } from './adversaries.ts';
import { cellDefinition, STRIP_COUNT } from './cell-definition.ts';
import type { CellNumbers } from './cell-range.ts';
import type { Cell } from './factors.ts';
import type { Spread } from './spread.ts';
import { BASELINE_PLACES } from './world.ts';

export interface Field {
  readonly z: number;
  readonly proposal: 'x' | 'y';
  /** What each strip pays under the proposal, and under the baseline. */
  readonly tries: readonly number[];
  readonly checks: readonly number[];
  /** Errors of the measured means of the two parts. */
  readonly tryError: number;
  readonly checkError: number;
  /** Keeps an outcome in the range that rounding carried a hair outside; noise may leave it. */
  readonly clip: (outcome: number) => number;
}

export interface FieldInput {
  readonly cell: Cell;
  readonly numbers: CellNumbers;
  readonly random: RandomStream;
  readonly wish: Wish;
  /** The share that was tried last: at the edge of the promise the means depend on it. */
  readonly share: number;
}

/** Returns a field as the adversary wants it. */
export function createField(input: FieldInput): Field {
  const { cell, numbers, random, wish } = input;
  const { min, max, width } = numbers;
  const split = cellDefinition({ cell, log: [], seed: 1 }).split!;
  const { drop = width, ratio, beside = width, plotNoise } = split;
  const place = BASELINE_PLACES[placeOf(cell)][wish.baseline];
  const baseline = min + place * width;
  const least = Math.max(min, baseline - drop, ratio === undefined ? min : ratio * baseline);
  const mean = Math.min(Math.max(wantedMean(input, baseline), least), max);
  const hasNoise = plotNoise !== undefined;
  const checks = stripsOf(numbers, baseline, hasNoise ? 'point' : wish.baselineSpread);
  const lowest = Math.max(...checks) - beside;
  const tries = stripsOf(numbers, mean, hasNoise ? 'point' : wish.proposalSpread).map((strip) =>
    Math.max(strip, lowest),
  );
  const [tryScale, checkScale] = [plotNoise?.scale ?? 0, plotNoise?.checkScale ?? 0];
  const error = errorOf(input);
  return {
    z: 2 * random.uniform() - 1,
    proposal: wish.proposal === 'worst' ? 'y' : 'x',
    tries,
    checks,
    tryError: error(mean, tryScale),
    checkError: -error(baseline, checkScale),
    clip: (outcome) => (numbers.noiseScale > 0 ? outcome : Math.min(Math.max(outcome, min), max)),
  };
}

/** Errors with one sign; outcomes that must keep to the range do. */
function errorOf({ numbers, random }: FieldInput): (mean: number, scale: number) => number {
  const { min, max, noiseScale } = numbers;
  const normal = random.normal();
  return (mean, scale) => {
    if (noiseScale > 0) return scale * normal;
    return Math.sign(normal) * Math.min(scale, mean - min, max - mean);
  };
}

function wantedMean({ numbers, wish, share }: FieldInput, baseline: number): number {
  const { min, width, allowedShortfall, allowancePerRound } = numbers;
  if (wish.proposal === 'good') return min + 0.95 * width;
  if (wish.proposal === 'worst') return min;
  // f · r_x + (α − f) · r_b + allowance = 0
  return ((share - allowedShortfall) * baseline - allowancePerRound) / share;
}

function placeOf({ baseline }: Cell): keyof typeof BASELINE_PLACES {
  if (baseline === 'unknown-policy') return 'unknown';
  return baseline === 'interval' ? 'interval' : 'fixed';
}

/** Strips with this mean. */
function stripsOf({ min, max }: CellNumbers, mean: number, spread: Spread): number[] {
  const count = STRIP_COUNT;
  if (spread === 'point') return new Array<number>(count).fill(mean);
  if (spread === 'ends') {
    const full = ((mean - min) / (max - min)) * count;
    return Array.from({ length: count }, (_, i) => {
      return min + Math.min(Math.max(full - i, 0), 1) * (max - min);
    });
  }
  const isLoss = spread === 'rare-loss';
  const others = isLoss
    ? Math.min(max, mean + (mean - min) / (count - 1))
    : Math.max(min, mean - (max - mean) / (count - 1));
  const one = count * mean - (count - 1) * others;
  return [one, ...new Array<number>(count - 1).fill(others)];
}

/** Returns the mean of some strips, counted from 1. */
export function meanOf(values: readonly number[], strips: Iterable<number>): number {
  let [sum, count] = [0, 0];
  for (const strip of strips) {
    sum += values[strip - 1]!;
    count += 1;
  }
  return sum / count;
}

/** Returns the mean of all strips. */
export function meanOfAll(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

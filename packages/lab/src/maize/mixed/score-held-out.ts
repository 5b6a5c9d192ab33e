/**
 * From predictions of what was left out to figures, each with its standard error over field-years.
 *
 *   error, errorWithin   root mean squared error of plots; with each field-year's mean error removed
 *   correlation          of predicted and realised means of hybrids, averaged over field-years
 *   gain…                realised mean of the hybrid that looked best, minus the mean of all, the 16th
 *                        best, the most grown one; hybrids that look alike are averaged
 *   slope                realised on predicted differences of all pairs of a field-year
 *   cover, …             share of cell means, and of differences, inside their intervals of 80 %
 *
 * A figure is a ratio of sums over field-years, Σa/Σb; its error is that of the sums of a − ratio·b,
 * because the plots of one field-year are no independent news.
 */
import type { HeldOutFieldYear, HeldOutPrediction, Method } from './held-out.ts';

/** Deviations between which 8 of 10 normal numbers lie. */
const REACH = 1.2815515655446004;
/** Ranking fewer hybrids says nothing; such field-years count for errors and covers only. */
const HYBRIDS_MIN = 5;

export interface Figure {
  readonly value: number;
  readonly standardError: number;
}

export interface MethodScore {
  readonly error: Figure;
  readonly errorWithin: Figure;
  readonly correlation: Figure;
  readonly gain: Figure;
  readonly gainOverSixteenth: Figure;
  readonly gainOverMostGrown: Figure;
  /** Null for a method that sees no difference between hybrids. */
  readonly slope: Figure | null;
  /** Null for a method that states no interval. */
  readonly cover: Figure | null;
  readonly differenceCover: Figure | null;
}

export type FigureName = keyof MethodScore;

/** Scores a method on all that was left out of one scheme. */
export function scoreMethod(fieldYears: readonly HeldOutFieldYear[], method: Method): MethodScore {
  const all = fieldYears.map((fieldYear) => sumsOf(fieldYear, fieldYear.predictions[method]!));
  const ratioOf = (name: keyof Sums) =>
    ratio(all.map((sums) => sums[name]).filter((share) => share !== null));
  const [slope, cover, differenceCover] = [
    ratioOf('slope'),
    ratioOf('cover'),
    ratioOf('differenceCover'),
  ];
  return {
    error: rootOf(ratioOf('squares')!),
    errorWithin: rootOf(ratioOf('squaresWithin')!),
    correlation: ratioOf('correlation')!,
    gain: ratioOf('gain')!,
    gainOverSixteenth: ratioOf('gainOverSixteenth')!,
    gainOverMostGrown: ratioOf('gainOverMostGrown')!,
    slope,
    cover,
    differenceCover,
  };
}

/** A numerator and a denominator of one field-year. */
type Share = readonly [part: number, whole: number];

interface Sums {
  readonly squares: Share;
  readonly squaresWithin: Share;
  readonly correlation: Share | null;
  readonly gain: Share | null;
  readonly gainOverSixteenth: Share | null;
  readonly gainOverMostGrown: Share | null;
  readonly slope: Share | null;
  readonly cover: Share | null;
  readonly differenceCover: Share | null;
}

function sumsOf(fieldYear: HeldOutFieldYear, prediction: HeldOutPrediction): Sums {
  const { means, plots, hybrids, withinSquares, sixteenth, mostGrown } = fieldYear;
  const errors = means.map((mean, i) => mean - prediction.means[i]!);
  const plotCount = sum(plots);
  const squares = sum(errors.map((error, i) => plots[i]! * error ** 2)) + withinSquares;
  const shift = sum(errors.map((error, i) => plots[i]! * error)) / plotCount;
  const picked = pickedMean(means, prediction.means);
  const isTrial = hybrids.length >= HYBRIDS_MIN;
  const over = (hybrid: string): Share | null => {
    const place = hybrids.indexOf(hybrid);
    return place < 0 || !isTrial ? null : [picked - means[place]!, 1];
  };
  const inTrial = (share: Share): Share | null => (isTrial ? share : null);
  const { product, first, second } = momentsOf(prediction.means, means);
  return {
    squares: [squares, plotCount],
    squaresWithin: [squares - plotCount * shift ** 2, plotCount],
    correlation: inTrial([isFlat(first) ? 0 : product / Math.sqrt(first * second), 1]),
    gain: inTrial([picked - mean(means), 1]),
    gainOverSixteenth: over(sixteenth),
    gainOverMostGrown: over(mostGrown),
    slope: isFlat(first) ? null : [hybrids.length * product, hybrids.length * first],
    cover: coverOf(errors, prediction.deviations),
    differenceCover: pairCoverOf(errors, prediction.pairDeviations),
  };
}

/** Sums of squares that are nothing but rounding. */
function isFlat(squares: number): boolean {
  return squares < 1e-18;
}

function pickedMean(means: readonly number[], predicted: readonly number[]): number {
  const best = Math.max(...predicted);
  return mean(means.filter((_, i) => predicted[i]! >= best - 1e-12));
}

function momentsOf(predicted: readonly number[], realised: readonly number[]) {
  const [middle, centre] = [mean(predicted), mean(realised)];
  const first = predicted.map((value) => value - middle);
  const second = realised.map((value) => value - centre);
  return {
    first: sum(first.map((value) => value ** 2)),
    second: sum(second.map((value) => value ** 2)),
    product: sum(first.map((value, i) => value * second[i]!)),
  };
}

function coverOf(errors: readonly number[], deviations: readonly number[] | null): Share | null {
  if (deviations === null) return null;
  const inside = errors.filter((error, i) => Math.abs(error) <= REACH * deviations[i]!);
  return [inside.length, errors.length];
}

function pairCoverOf(
  errors: readonly number[],
  deviations: readonly (readonly number[])[] | null,
): Share | null {
  if (deviations === null) return null;
  let inside = 0;
  let pairs = 0;
  for (let i = 0; i < errors.length; i++) {
    for (let j = 0; j < i; j++) {
      pairs += 1;
      if (Math.abs(errors[i]! - errors[j]!) <= REACH * deviations[i]![j]!) inside += 1;
    }
  }
  return [inside, pairs];
}

/** Σa/Σb with its error; null if there is nothing to divide by. */
function ratio(shares: readonly Share[]): Figure | null {
  const whole = sum(shares.map(([, one]) => one));
  if (whole === 0) return null;
  const value = sum(shares.map(([part]) => part)) / whole;
  const spread = sum(shares.map(([part, one]) => (part - value * one) ** 2));
  const count = shares.length;
  const factor = count > 1 ? count / (count - 1) : 0;
  return { value, standardError: Math.sqrt(factor * spread) / whole };
}

function rootOf({ value, standardError }: Figure): Figure {
  const root = Math.sqrt(value);
  return { value: root, standardError: standardError / (2 * root) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

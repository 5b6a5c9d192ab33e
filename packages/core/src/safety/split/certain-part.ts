/**
 * What a divided decision adds to the slack at least, for a unit of size: its certain part.
 *
 *     c(f) = min over r in [L, U] of   f · m(r) + (α − f) · r          r = the baseline's mean
 *     m(r) = max( lo, r − drop, ratio · r )                            the least mean of a try
 *
 * Under the minimum stands a convex function of r with corners at L, U and where two parts of m meet,
 * so one of these is the minimum. Each of them is a line in f:
 *
 *     line(f) = α · r − (r − m(r)) · f
 *
 * and c, the lowest of the lines, is concave in f. So a free share exists (the largest f that cannot
 * lose), and what shares cost beyond it rises the steeper the larger they are.
 */
import {
  type Fraction,
  fractionOf,
  isBelow,
  isNegative,
  minus,
  numberOf,
  over,
  plus,
  times,
} from '../../base/fraction.ts';
import type { PromiseTerms } from '../promise-terms.ts';
import type { SplitDeclarations } from './split-declarations.ts';

/** A line in the share f that is tried: height + slope · f, for a unit of size. */
export interface CertainLine {
  readonly height: number;
  /** At most 0: how much of the baseline's mean a try may lose there. */
  readonly slope: number;
  /** The same as fractions: α times the baseline's mean, and what a try may lose. */
  readonly exact: { readonly height: Fraction; readonly loss: Fraction };
}

/** What is declared of means (or outcomes) of a try against those of the baseline. */
export interface LossLimits {
  readonly least: number;
  readonly baselineMin: number;
  readonly baselineMax: number;
  readonly drop: number;
  readonly ratio: number;
}

/** What is declared of means: `beside` holds for them too. */
export function limitsOfMeans(declared: SplitDeclarations): LossLimits {
  const { range, baseline = range } = declared;
  const { drop = Number.POSITIVE_INFINITY, beside = Number.POSITIVE_INFINITY } = declared;
  return {
    least: range.min,
    baselineMin: baseline.min,
    baselineMax: baseline.max,
    drop: Math.min(drop, beside),
    ratio: declared.ratio ?? Number.NEGATIVE_INFINITY,
  };
}

/** What is declared of single outcomes. */
export function limitsOfOutcomes({ range, beside }: SplitDeclarations): LossLimits {
  return {
    least: range.min,
    baselineMin: range.min,
    baselineMax: range.max,
    drop: beside ?? Number.POSITIVE_INFINITY,
    ratio: Number.NEGATIVE_INFINITY,
  };
}

/** Returns the lines of which the certain part is the lowest. */
export function certainLines(terms: PromiseTerms, limits: LossLimits): readonly CertainLine[] {
  const exact = exactLimits(limits);
  const shortfall = fractionOf(terms.allowedShortfall);
  return cornersOf(exact).map((reward) =>
    certainLine(times(shortfall, reward), lossAt(exact, reward)),
  );
}

/** Returns the line of this height that falls so fast. */
export function certainLine(height: Fraction, loss: Fraction): CertainLine {
  return { height: numberOf(height), slope: -numberOf(loss), exact: { height, loss } };
}

/**
 * Returns the lowest of the lines at this share and what may be lost on top, rounded down. A share that
 * is just free is free: where rounding could have made it a loss, fractions decide. A plan in whole
 * strips would lose a strip of every field otherwise, or claim that a loss is none.
 */
export function certainAt(lines: readonly CertainLine[], share: number, allowance = 0): number {
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) least = Math.min(least, valueAt(line, share, allowance));
  return least;
}

function valueAt({ height, slope, exact }: CertainLine, share: number, allowance: number): number {
  const magnitude = Math.abs(height) + Math.abs(allowance) + Math.abs(slope * share);
  const rounding = ROUNDING_SHARE * magnitude;
  const value = height + slope * share + allowance - rounding;
  if (value >= 0 || value < -2 * rounding) return value;
  const left = minus(exact.height, times(exact.loss, fractionOf(share)));
  return isNegative(plus(left, fractionOf(allowance))) ? value : 0;
}

/** Returns the largest share that cannot lose, from 0 to 1; `allowance` is what may be lost. */
export function freeShare(lines: readonly CertainLine[], allowance = 0): number {
  let free = 1;
  for (const { height, slope } of lines) {
    if (slope < 0) free = Math.min(free, (height + allowance) / -slope);
    else if (height + allowance < 0) free = 0;
  }
  let share = Math.max(free, 0);
  // What is free must be free after rounding, too. Numbers that are nearly 0 do not shrink by a small share: of those none is free.
  for (let step = 0; step < STEP_MAX; step++) {
    if (certainAt(lines, share, allowance) >= 0) return share;
    share *= 1 - 32 * Number.EPSILON;
  }
  return 0;
}

/** Rounding is made up for by one or two. */
const STEP_MAX = 64;

/** Returns the most that a try can lose against the baseline beside it. */
export function lossMax(limits: LossLimits): number {
  const exact = exactLimits(limits);
  return Math.max(...cornersOf(exact).map((reward) => numberOf(lossAt(exact, reward))));
}

/** Limits as fractions; null for those that limit nothing. */
interface ExactLimits {
  readonly least: Fraction;
  readonly baselineMin: Fraction;
  readonly baselineMax: Fraction;
  readonly drop: Fraction | null;
  /** 1 − ratio: the share of the baseline's mean that may be lost. */
  readonly lostShare: Fraction | null;
}

function exactLimits({ least, baselineMin, baselineMax, drop, ratio }: LossLimits): ExactLimits {
  return {
    least: fractionOf(least),
    baselineMin: fractionOf(baselineMin),
    baselineMax: fractionOf(baselineMax),
    drop: Number.isFinite(drop) ? fractionOf(drop) : null,
    lostShare: Number.isFinite(ratio) ? minus(ONE, fractionOf(ratio)) : null,
  };
}

/** The ends of the interval, and where two parts of the least mean of a try meet inside it. */
function cornersOf({ least, baselineMin, baselineMax, drop, lostShare }: ExactLimits): Fraction[] {
  const kinks: Fraction[] = [];
  if (drop !== null) kinks.push(plus(least, drop));
  if (lostShare !== null) {
    const ratio = minus(ONE, lostShare);
    if (ratio.numerator !== 0n) kinks.push(over(least, ratio));
    if (drop !== null && lostShare.numerator !== 0n) kinks.push(over(drop, lostShare));
  }
  const inside = kinks.filter((kink) => isBelow(baselineMin, kink) && isBelow(kink, baselineMax));
  return [baselineMin, baselineMax, ...inside];
}

/** How far a try may lie below a baseline of this mean; negative if it must lie above it. */
function lossAt({ least, drop, lostShare }: ExactLimits, reward: Fraction): Fraction {
  let loss = minus(reward, least);
  if (drop !== null && isBelow(drop, loss)) loss = drop;
  if (lostShare === null) return loss;
  const beyondRatio = times(lostShare, reward);
  return isBelow(beyondRatio, loss) ? beyondRatio : loss;
}

const ONE = fractionOf(1);

/** More than rounding can have moved a line. */
const ROUNDING_SHARE = 4 * Number.EPSILON;

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
import { differenceOfProducts } from '../../base/difference-of-products.ts';
import type { PromiseTerms } from '../promise-terms.ts';
import type { SplitDeclarations } from './split-declarations.ts';

/** A line in the share f that is tried: height + slope · f, for a unit of size. */
export interface CertainLine {
  readonly height: number;
  /** At most 0: how much of the baseline's mean a try may lose there. */
  readonly slope: number;
  /** The height exactly, as a product: α and the baseline's mean. */
  readonly shortfall: number;
  readonly reward: number;
  /** How far rounding may have moved the slope. */
  readonly slopeError: number;
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
  const { allowedShortfall: shortfall } = terms;
  return cornersOf(limits).map((reward) => {
    const slope = -lossAt(limits, reward);
    const slopeError = isExactLoss(limits, reward, -slope) ? 0 : ROUNDING_SHARE * Math.abs(slope);
    return { height: shortfall * reward, slope, shortfall, reward, slopeError };
  });
}

/**
 * Returns the lowest of the lines at this share, rounded down. Shares that are just free must be: a plan
 * in whole strips would lose a strip of every field to rounding otherwise.
 */
export function certainAt(lines: readonly CertainLine[], share: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { shortfall, reward, slope, slopeError } of lines) {
    const height = differenceOfProducts(shortfall, reward, -slope, share);
    least = Math.min(least, height - ROUNDING_SHARE * Math.abs(height) - slopeError * share);
  }
  return least;
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
    if (certainAt(lines, share) + allowance >= 0) return share;
    share *= 1 - 32 * Number.EPSILON;
  }
  return 0;
}

/** Rounding is made up for by one or two. */
const STEP_MAX = 64;

/** Returns the most that a try can lose against the baseline beside it. */
export function lossMax(limits: LossLimits): number {
  return Math.max(...cornersOf(limits).map((reward) => lossAt(limits, reward)));
}

/** The ends of the interval, and where two parts of the least mean of a try meet inside it. */
function cornersOf({ least, baselineMin, baselineMax, drop, ratio }: LossLimits): number[] {
  const kinks = [least + drop, least / ratio, drop / (1 - ratio)];
  const inside = kinks.filter((kink) => kink > baselineMin && kink < baselineMax);
  return [baselineMin, baselineMax, ...inside];
}

/** Whether nothing was rounded when this loss was calculated. */
function isExactLoss({ least, drop }: LossLimits, reward: number, loss: number): boolean {
  if (loss === drop) return true;
  return loss === reward - least && loss + least === reward && reward - loss === least;
}

/** How far a try may lie below a baseline of this mean; negative if it must lie above it. */
function lossAt({ least, drop, ratio }: LossLimits, reward: number): number {
  const beyondRatio = ratio === Number.NEGATIVE_INFINITY ? drop : (1 - ratio) * reward;
  return Math.min(reward - least, drop, beyondRatio);
}

/** Four units in the last place. */
const ROUNDING_SHARE = 4 * Number.EPSILON;

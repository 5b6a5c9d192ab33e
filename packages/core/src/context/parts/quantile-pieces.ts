/**
 * A number known by some of its quantiles, cut into pieces of simple shape.
 *
 * Between neighbouring quantiles the density is uniform. Beyond the outermost one it is uniform up
 * to the declared limit or, where none is declared, an exponential tail that continues the density
 * of the neighbouring piece without a jump: with tail probability p and neighbouring density f,
 * its scale is p / f. A uniform tail of that density would be too short: for P10, P50, P90 of a
 * standard normal the standard deviation comes out as 0.925, with exponential tails as 0.986
 * (tested). Where two quantiles are equal, their piece is a single point, and so is a tail next to it.
 */
import type { ComplexNumber } from '../context-distribution.ts';
import { fromAngle, multiply } from './complex.ts';
import { uniformVariable } from './variable.ts';

/** A quantile: `level` of all outcomes (0 to 1) lie below `value`. */
export interface Quantile {
  readonly level: number;
  readonly value: number;
}

export interface QuantileLimits {
  /** Lowest and highest possible outcome, where declared. */
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** One stretch of the distribution, described on its own (as if it had probability 1). */
export interface QuantilePiece {
  readonly levelFrom: number;
  readonly levelTo: number;
  readonly mean: number;
  readonly variance: number;
  readonly third: number;
  readonly fourth: number;
  characteristic(frequency: number): ComplexNumber;
  /** The value below which a share (0 to 1) of this piece lies. */
  invert(share: number): number;
}

/** Returns the pieces from left to right. Quantiles must be sorted and not decrease. */
export function quantilePieces(
  quantiles: readonly Quantile[],
  limits: QuantileLimits,
): QuantilePiece[] {
  const inner = quantiles.slice(1).map((right, k) => uniformPiece(quantiles[k]!, right));
  return mergeEqualPoints([
    lowerTail(quantiles[0]!, quantiles[1]!, limits.min),
    ...inner,
    upperTail(quantiles.at(-2)!, quantiles.at(-1)!, limits.max),
  ]);
}

function lowerTail(first: Quantile, second: Quantile, min: number | undefined): QuantilePiece {
  if (min !== undefined) return uniformPiece({ level: 0, value: min }, first);
  const scale = (first.level * (second.value - first.value)) / (second.level - first.level);
  if (scale === 0) return uniformPiece({ level: 0, value: first.value }, first);
  return exponentialPiece({
    levelFrom: 0,
    levelTo: first.level,
    start: first.value,
    scale: -scale,
  });
}

function upperTail(beforeLast: Quantile, last: Quantile, max: number | undefined): QuantilePiece {
  if (max !== undefined) return uniformPiece(last, { level: 1, value: max });
  const scale =
    ((1 - last.level) * (last.value - beforeLast.value)) / (last.level - beforeLast.level);
  if (scale === 0) return uniformPiece(last, { level: 1, value: last.value });
  return exponentialPiece({ levelFrom: last.level, levelTo: 1, start: last.value, scale });
}

/** A uniform stretch, or a single point when both ends are equal. */
function uniformPiece(from: Quantile, to: Quantile): QuantilePiece {
  const { mean, variance, third, fourth, characteristic } = uniformVariable(from.value, to.value);
  return {
    levelFrom: from.level,
    levelTo: to.level,
    mean,
    variance,
    third,
    fourth,
    characteristic,
    invert: (share) => from.value + share * (to.value - from.value),
  };
}

interface ExponentialTail {
  readonly levelFrom: number;
  readonly levelTo: number;
  readonly start: number;
  /** Mean distance from the start; negative when the tail runs to the left. */
  readonly scale: number;
}

/** Half the finest step of a random number: keeps draws finite. */
const SHARE_MIN = 2 ** -54;

function exponentialPiece({ levelFrom, levelTo, start, scale }: ExponentialTail): QuantilePiece {
  return {
    levelFrom,
    levelTo,
    mean: start + scale,
    variance: scale ** 2,
    third: 2 * scale ** 3,
    fourth: 9 * scale ** 4,
    characteristic: (frequency) => {
      // 1 / (1 − iωs), times exp(iω·start).
      const length = 1 / (1 + (frequency * scale) ** 2);
      const spread = { real: length, imaginary: length * frequency * scale };
      return multiply(fromAngle(frequency * start), spread);
    },
    invert: (share) => {
      const shareBeyond = Math.max(scale > 0 ? 1 - share : share, SHARE_MIN);
      return start - scale * Math.log(shareBeyond);
    },
  };
}

/** Joins neighbouring pieces that are the same point, so that a sure outcome is one piece. */
function mergeEqualPoints(pieces: readonly QuantilePiece[]): QuantilePiece[] {
  const merged: QuantilePiece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    const isSamePoint = last?.variance === 0 && piece.variance === 0 && last.mean === piece.mean;
    if (isSamePoint) merged[merged.length - 1] = { ...last, levelTo: piece.levelTo };
    else merged.push(piece);
  }
  return merged;
}

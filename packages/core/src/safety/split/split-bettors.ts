/**
 * Who bets on divided decisions: rates that are halved from one to the next, the slow ones with less
 * money. They serve sizes up to some hundred times apart; for others there are more, at both ends
 * (bets/wide-grid.ts).
 *
 *     on the gain alone     rates 2⁷ … 2⁻⁸ over  typical size · width of the range
 *     with declared noise   rates 2³ … 2⁻⁵ over  typical size · noise scale       half of the money each
 *
 * What is gained is a small part of size · width, since a small share is tried: a tenth of it after the
 * first season. A farm of n fields proves most by bettors whose rate is about (1 + 7/n) over that gain,
 * so with few fields the fast ones count, and most of the money is with them.
 *
 * Rates are absolute and fixed before the first decision: a larger decision is a larger gain.
 */
import { type BetComponent, betOnReward, betOnSpread } from '../bets/bet-components.ts';
import type { MixtureGrid } from '../bets/wealth-mixture.ts';
import { wideGrid } from '../bets/wide-grid.ts';
import type { SplitDeclarations } from './split-declarations.ts';

/** Bettors of both kinds; all weights together add up to 1. */
export interface SplitBettors {
  readonly onGain: MixtureGrid;
  /** Null if no noise is declared. */
  readonly onSpread: MixtureGrid | null;
}

const GAIN_EXPONENTS = [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7];
/** In hundredths: less for those who are needed late, by large groups, or by rewards that are rare. */
const GAIN_WEIGHTS = [1, 1, 1, 1, 3, 4, 5, 6, 9, 10, 10, 10, 10, 10, 10, 9].map((w) => w / 100);
const SPREAD_EXPONENTS = [-5, -4, -3, -2, -1, 0, 1, 2, 3];
const SPREAD_WEIGHTS = SPREAD_EXPONENTS.map(() => 1 / SPREAD_EXPONENTS.length);

/** What is declared of the sizes of decisions. */
export interface SplitSizes {
  /** Size of a usual decision, or of a usual group. */
  readonly typicalSize: number;
  /** Whether sizes may be more than some hundred times apart. Default false. */
  readonly hasWideSizes?: boolean;
  /** Size of the first decision, as soon as there is one: it may be far from what was called typical. */
  readonly firstSize?: number;
}

/** Returns the bettors for decisions of these sizes. */
export function splitBettors(
  { range, plotNoise }: SplitDeclarations,
  { typicalSize, hasWideSizes = false, firstSize = typicalSize }: SplitSizes,
): SplitBettors {
  const sizedGrid = (grid: MixtureGrid) =>
    hasWideSizes ? wideGrid(grid, firstSize / typicalSize) : grid;
  const width = typicalSize * (range.max - range.min);
  const onGain = sizedGrid(gridOver(width, GAIN_EXPONENTS, GAIN_WEIGHTS));
  if (plotNoise === undefined) return { onGain, onSpread: null };
  const unit = typicalSize * plotNoise.scale;
  const onSpread = sizedGrid(gridOver(unit, SPREAD_EXPONENTS, SPREAD_WEIGHTS));
  return { onGain: halved(onGain), onSpread: halved(onSpread) };
}

/** Returns what each bettor does, those on the gain alone first. */
export function splitComponents({ onGain, onSpread }: SplitBettors): readonly BetComponent[] {
  const plain = onGain.rates.map((rate, k) => betOnReward(rate, onGain.weights[k]!));
  if (onSpread === null) return plain;
  const noisy = onSpread.rates.map((rate, k) =>
    betOnSpread({ rate, tail: 0, weight: onSpread.weights[k]! }),
  );
  return [...plain, ...noisy];
}

function gridOver(
  unit: number,
  exponents: readonly number[],
  weights: readonly number[],
): MixtureGrid {
  return { rates: exponents.map((exponent) => 2 ** exponent / unit), weights };
}

function halved({ rates, weights }: MixtureGrid): MixtureGrid {
  return { rates, weights: weights.map((weight) => weight / 2) };
}

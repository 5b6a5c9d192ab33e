/**
 * More bettors, for gains that are far from what is usual: a field of one hectare and one of a million, or
 * rewards whose spread was guessed wrong by far.
 *
 * A bettor is good at gains of about 1 / rate. Where the sizes of decisions differ, so do gains, and
 * those who bet on usual ones are too fast for the large and too slow for the small. So a share of the
 * money (a quarter for sizes) goes to bettors at the ends, each four times (or `step` times) as slow, or as fast, as the next:
 *
 *     slow   slowest / 4, slowest / 16, … down to a millionth      fast   fastest · 4, … up to a million
 *
 * Whoever declared a usual size may have been wrong by far. The first decision tells: if it is more than
 * four times as large or small, half of the money moves to where the usual bettors would stand with that
 * size, each to the nearest who is there. Money, not rates: who bets is the same.
 *
 * Any weights that add up to 1 and are fixed before the first outcome are sound: the size of the first
 * decision is known when it is issued, and nobody has bet before. What a bettor proves is later by
 * log(1 / its weight) in log wealth, once and for all. With all sizes a thousand times as large or small
 * as declared that is about log 2; with a first decision that is unlike the others, log 2 for these.
 */
import type { MixtureGrid } from './wealth-mixture.ts';

/** The bettors at each end. */
export interface GridEnds {
  /** How much slower, or faster, each is than the next. */
  readonly step: number;
  readonly count: number;
  /** Their share of the money, on each side. */
  readonly share: number;
}

/** 4¹⁰ is a million. */
const SIZE_ENDS: GridEnds = { step: 4, count: 10, share: 0.125 };
/** What moves if the first decision is of another size. */
const MOVED_SHARE = 0.5;

/**
 * Returns the bettors with others beside them, ordered by rate if they were. `firstSize` is that of the
 * first decision, in usual ones.
 */
export function wideGrid(
  usual: MixtureGrid,
  firstSize = 1,
  { step, count, share }: GridEnds = SIZE_ENDS,
): MixtureGrid {
  const steps = Array.from({ length: count }, (_, i) => step ** (i + 1));
  const slowest = Math.min(...usual.rates);
  const fastest = Math.max(...usual.rates);
  const end = steps.map(() => share / count);
  const wide = {
    rates: [
      ...steps.map((factor) => slowest / factor).reverse(),
      ...usual.rates,
      ...steps.map((factor) => fastest * factor),
    ],
    weights: [...end, ...usual.weights.map((weight) => weight * (1 - 2 * share)), ...end],
  };
  const isUsual = firstSize <= step && firstSize >= 1 / step;
  return isUsual ? wide : withMoved(wide, usual, firstSize);
}

/** Moves half of the money to where the usual bettors would stand with that size. */
function withMoved(wide: MixtureGrid, usual: MixtureGrid, firstSize: number): MixtureGrid {
  const weights = wide.weights.map((weight) => weight * (1 - MOVED_SHARE));
  usual.rates.forEach((rate, k) => {
    weights[nearest(wide.rates, Math.log(rate) - Math.log(firstSize))]! +=
      MOVED_SHARE * usual.weights[k]!;
  });
  return { rates: wide.rates, weights };
}

/** The place of the rate whose logarithm is nearest to this. */
function nearest(rates: readonly number[], logarithm: number): number {
  const distances = rates.map((rate) => Math.abs(Math.log(rate) - logarithm));
  return distances.indexOf(Math.min(...distances));
}

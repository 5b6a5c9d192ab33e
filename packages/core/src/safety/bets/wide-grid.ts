/**
 * More bettors, for decisions whose sizes are far apart: a field of one hectare and one of a million.
 *
 * A bettor is good at gains of about 1 / rate. Where the sizes of decisions differ, so do gains, and
 * those who bet on usual ones are too fast for the large and too slow for the small. So a quarter of the
 * money goes to bettors at the ends, each four times as slow, or as fast, as the next:
 *
 *     slow   slowest / 4, slowest / 16, … down to a millionth      fast   fastest · 4, … up to a million
 *
 * Any fixed weights that add up to 1 are sound. What a bettor proves is later by log(1 / its weight) in
 * log wealth, once and for all: with usual sizes hardly anything, with sizes a thousand times as large
 * or small about as much as a tenth of the failure probability would cost.
 */
import type { MixtureGrid } from './wealth-mixture.ts';

/** Steps of 4 to each side: 4¹⁰ is a million. */
const STEP = 4;
const STEP_COUNT = 10;
const SHARE_PER_SIDE = 0.125;

/** Returns the bettors with others beside them, ordered by rate if they were. */
export function wideGrid({ rates, weights }: MixtureGrid): MixtureGrid {
  const steps = Array.from({ length: STEP_COUNT }, (_, i) => STEP ** (i + 1));
  const slowest = Math.min(...rates);
  const fastest = Math.max(...rates);
  const end = steps.map(() => SHARE_PER_SIDE / STEP_COUNT);
  return {
    rates: [
      ...steps.map((step) => slowest / step).reverse(),
      ...rates,
      ...steps.map((step) => fastest * step),
    ],
    weights: [...end, ...weights.map((weight) => weight * (1 - 2 * SHARE_PER_SIDE)), ...end],
  };
}

/**
 * Who bets where a coin is thrown: eleven bettors of equal weight.
 *
 *     rates = 2^−6 … 2^4 over the width of the range
 */
import type { MixtureGrid } from './wealth-mixture.ts';

const RATE_MULTIPLES: readonly number[] = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4].map(
  (j) => 2 ** j,
);

/** Returns the bettors for rewards in a range of this width. */
export function coinGrid(width: number): MixtureGrid {
  const rates = RATE_MULTIPLES.map((multiple) => multiple / width);
  return { rates, weights: rates.map(() => 1 / rates.length) };
}

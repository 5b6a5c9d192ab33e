/**
 * What is bet against a forecast: that outcomes lie where another forecast would have them.
 *
 * Written as a deviate z = Φ⁻¹(PIT), the outcome of a right forecast is N(0, 1), and of one that is wrong by a bias
 * and a factor on its spread N(bias, spread²). A bettor believes in one such pair. It spreads a stake of 1 over the
 * cells of the PIT as it thinks likely, and each cell pays by the odds of the forecast:
 *
 *   payoff = P(cell | bettor) / P(cell | forecast) = (Φ((z_high − bias)/spread) − Φ((z_low − bias)/spread)) / (high − low)
 *
 * Over all cells the expectation under the forecast is the sum of P(cell | bettor), which is 1: a fair game, whatever
 * cells there are. If the bettor is right its money grows by its Kullback-Leibler divergence a bet, faster than by any other bet.
 */
import { normalCdf, normalQuantile } from './normal-distribution.ts';
import type { PitCell } from './pit.ts';

/** What is thought to be wrong with a forecast, in its own deviations. */
export interface Distortion {
  /** Outcomes lie so many forecast deviations too high. */
  readonly bias: number;
  /** They scatter so many times as far as forecast: above 1 the forecast is too narrow. */
  readonly spread: number;
}

export interface Bettor extends Distortion {
  /** Of the stake, at the start. */
  readonly share: number;
}

/** Too narrow, too wide, too low, too high, both; the shares add up to 1. */
export const BETTORS: readonly Bettor[] = [
  { bias: 0, spread: 1.25, share: 1 / 32 },
  { bias: 0, spread: 1.5, share: 6 / 32 },
  { bias: 0, spread: 2, share: 4 / 32 },
  { bias: 0, spread: 3, share: 1 / 32 },
  { bias: 0, spread: 0.67, share: 2 / 32 },
  { bias: 0, spread: 0.4, share: 2 / 32 },
  { bias: 0.25, spread: 1, share: 1 / 32 },
  { bias: -0.25, spread: 1, share: 1 / 32 },
  { bias: 0.5, spread: 1, share: 4 / 32 },
  { bias: -0.5, spread: 1, share: 4 / 32 },
  { bias: 1, spread: 1, share: 1 / 32 },
  { bias: -1, spread: 1, share: 1 / 32 },
  { bias: 0.7, spread: 1.5, share: 2 / 32 },
  { bias: -0.7, spread: 1.5, share: 2 / 32 },
];

/** Returns what each bettor is paid for a stake of 1 when the outcome lies in the cell. */
export function payoffs({ low, high }: PitCell): number[] {
  const zLow = normalQuantile(low);
  const zHigh = normalQuantile(high);
  return BETTORS.map(({ bias, spread }) => {
    const believed = normalCdf((zHigh - bias) / spread) - normalCdf((zLow - bias) / spread);
    return believed / (high - low);
  });
}

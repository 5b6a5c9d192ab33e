/**
 * Money that follows the size of the first decision: never more of it, and all where it was declared
 * rightly.
 */
import { describe, expect, it } from 'vitest';
import { coinGrid } from './coin-grid.ts';
import type { MixtureGrid } from './wealth-mixture.ts';
import { wideGrid } from './wide-grid.ts';

const USUAL = coinGrid(1);
const FIRST_SIZES = [1e-9, 1e-6, 1e-3, 0.2, 5, 1e3, 1e6, 1e9];

/** Money of the bettors whose rates are those of the usual ones for this size, within a step. */
function moneyFor(size: number, { rates, weights }: MixtureGrid): number {
  const [slowest, fastest] = [USUAL.rates[0]! / size / 2, (USUAL.rates.at(-1)! / size) * 2];
  return weights.reduce((sum, weight, k) => {
    return rates[k]! >= slowest && rates[k]! <= fastest ? sum + weight : sum;
  }, 0);
}

describe('bettors for sizes far apart', () => {
  it('have one unit of money and the same rates, whatever the size of the first decision', () => {
    const { rates } = wideGrid(USUAL);
    for (const size of FIRST_SIZES) {
      const grid = wideGrid(USUAL, size);
      expect(grid.rates).toEqual(rates);
      expect(grid.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 14);
      for (const weight of grid.weights) expect(weight).toBeGreaterThan(0);
    }
  });

  it('are the same if the first decision is within four times the usual size', () => {
    for (const size of [0.25, 0.9, 4]) expect(wideGrid(USUAL, size)).toEqual(wideGrid(USUAL));
    expect(wideGrid(USUAL, 4.1)).not.toEqual(wideGrid(USUAL));
  });

  it('have half of the money where the first decision is, and keep half of what they had', () => {
    const before = wideGrid(USUAL).weights;
    for (const size of [1e-3, 0.2, 5, 1e3]) {
      const grid = wideGrid(USUAL, size);
      expect(moneyFor(size, grid)).toBeGreaterThan(0.5);
      grid.weights.forEach((weight, k) => {
        expect(weight).toBeGreaterThanOrEqual(before[k]! / 2);
      });
    }
  });
});

import { describe, expect, it } from 'vitest';
import { upperNormalProbability } from './normal-distribution.ts';

/** From tables of the complementary error function: ½ erfc(x / √2). */
const KNOWN: readonly (readonly [number, number])[] = [
  [0, 0.5],
  [0.5, 0.3085375387259869],
  [1, 0.15865525393145705],
  [2, 0.02275013194817921],
  [3, 0.0013498980316300946],
  [4, 3.1671241833119924e-5],
  [6, 9.86587645037698e-10],
  [10, 7.619853024160525e-24],
];

describe('upperNormalProbability', () => {
  it('agrees with tables to 13 digits, the far tail included', () => {
    for (const [value, expected] of KNOWN) {
      expect(Math.abs(upperNormalProbability(value) / expected - 1)).toBeLessThan(1e-13);
      expect(upperNormalProbability(-value)).toBeCloseTo(1 - expected, 14);
    }
  });

  it('is continuous where the method changes', () => {
    const jump = upperNormalProbability(3 - 1e-12) - upperNormalProbability(3);
    expect(Math.abs(jump)).toBeLessThan(1e-13);
  });
});

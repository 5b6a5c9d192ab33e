import { describe, expect, it } from 'vitest';
import { uniformAt } from './counter-random.ts';

describe('uniformAt', () => {
  it('is SplitMix64: the first outputs for seed 1234567 are the published ones', () => {
    // Reference outputs of the C code by Sebastiano Vigna, widely quoted as a test vector.
    const published = [6457827717110365317n, 3203168211198807973n, 9817491932198370423n];
    published.forEach((output, i) => {
      expect(uniformAt(1234567n, i + 1)).toBe(Number(output >> 11n) * 2 ** -53);
    });
  });

  it('gives the same number for the same place, and lies in [0, 1)', () => {
    for (let position = 1; position < 2000; position++) {
      const number = uniformAt(99n, position);
      expect(number).toBe(uniformAt(99n, position));
      expect(number).toBeGreaterThanOrEqual(0);
      expect(number).toBeLessThan(1);
    }
  });

  it('is uniform: sixteen equal bins of 16 000 numbers', () => {
    // χ² with 15 degrees of freedom exceeds 50 in about 1 of 1e5 runs; the seed is fixed.
    const bins = new Array(16).fill(0);
    for (let position = 1; position <= 16_000; position++) {
      bins[Math.floor(16 * uniformAt(7n, position))] += 1;
    }
    const chiSquare = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chiSquare).toBeLessThan(50);
  });
});

import { describe, expect, it } from 'vitest';
import { betaProbability, betaQuantile } from './beta-distribution.ts';

/** P(X ≤ value) for whole parameters, as a binomial sum: an independent way to the same number. */
function binomialSum(value: number, towardsOne: number, towardsZero: number): number {
  const trials = towardsOne + towardsZero - 1;
  let sum = 0;
  for (let wins = towardsOne; wins <= trials; wins++) {
    let term = 1;
    for (let i = 0; i < wins; i++) term *= ((trials - i) / (i + 1)) * value;
    sum += term * (1 - value) ** (trials - wins);
  }
  return sum;
}

describe('betaProbability', () => {
  it('equals the binomial sum for whole parameters', () => {
    for (const [towardsOne, towardsZero] of [
      [1, 1],
      [2, 5],
      [7, 3],
      [12, 20],
    ] as const) {
      for (const value of [0.02, 0.3, 0.5, 0.77, 0.99]) {
        const expected = binomialSum(value, towardsOne, towardsZero);
        expect(betaProbability(value, { towardsOne, towardsZero })).toBeCloseTo(expected, 12);
      }
    }
  });

  it('is the arcsine law for one half and one half', () => {
    for (const value of [0.001, 0.2, 0.5, 0.9]) {
      const expected = (2 / Math.PI) * Math.asin(Math.sqrt(value));
      const shape = { towardsOne: 0.5, towardsZero: 0.5 };
      expect(betaProbability(value, shape)).toBeCloseTo(expected, 13);
    }
  });
});

describe('betaQuantile', () => {
  it('is the inverse of betaProbability, also for lopsided shapes', () => {
    for (const [towardsOne, towardsZero] of [
      [0.16, 7.84],
      [4, 4],
      [7.84, 0.7],
      [1, 135],
      [30, 1000],
    ] as const) {
      const shape = { towardsOne, towardsZero };
      for (const probability of [0.001, 0.1, 0.5, 0.9, 0.999]) {
        const value = betaQuantile(probability, shape);
        expect(Math.abs(betaProbability(value, shape) - probability)).toBeLessThan(1e-9);
      }
    }
  });

  it('ends at 0 and 1', () => {
    expect(betaQuantile(0, { towardsOne: 2, towardsZero: 3 })).toBe(0);
    expect(betaQuantile(1, { towardsOne: 2, towardsZero: 3 })).toBe(1);
  });
});

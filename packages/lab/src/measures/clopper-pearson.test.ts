import { describe, expect, it } from 'vitest';
import { lowerLimit, rateLimits, upperLimit } from './clopper-pearson.ts';

describe('the exact limits of a probability', () => {
  it('need the known numbers of clean runs', () => {
    const needed = [
      [0.05, 59, 0.95],
      [0.05, 135, 0.999],
      [0.01, 299, 0.95],
      [0.01, 688, 0.999],
      [0.001, 2995, 0.95],
      [0.001, 6905, 0.999],
    ] as const;
    for (const [limit, runCount, confidence] of needed) {
      expect(upperLimit({ count: 0, runCount, confidence })).toBeLessThanOrEqual(limit);
      expect(upperLimit({ count: 0, runCount: runCount - 1, confidence })).toBeGreaterThan(limit);
    }
  });

  it('have the closed form 1 − (1 − confidence)^(1/n) for no failures', () => {
    const expected = 1 - 0.001 ** (1 / 135);
    expect(upperLimit({ count: 0, runCount: 135, confidence: 0.999 })).toBeCloseTo(expected, 12);
  });

  it('agree with a published table: 5 of 50, 95 % two-sided, is 3.33 % to 21.81 %', () => {
    const { low, high } = rateLimits(5, 50);
    expect(low).toBeCloseTo(0.0333, 4);
    expect(high).toBeCloseTo(0.2181, 4);
  });

  it('mirror each other: k of n failures are n − k of n successes', () => {
    const upper = upperLimit({ count: 3, runCount: 40, confidence: 0.99 });
    const lower = lowerLimit({ count: 37, runCount: 40, confidence: 0.99 });
    expect(upper).toBeCloseTo(1 - lower, 12);
  });

  it('are 0 and 1 at the ends', () => {
    expect(lowerLimit({ count: 0, runCount: 9, confidence: 0.9 })).toBe(0);
    expect(upperLimit({ count: 9, runCount: 9, confidence: 0.9 })).toBe(1);
  });
});

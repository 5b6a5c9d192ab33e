import { describe, expect, it } from 'vitest';
import { meanAndError, pairedDifference, standardErrorsAbove } from './mean-and-error.ts';

describe('meanAndError', () => {
  it('divides by n − 1 and by n', () => {
    const { mean, standardError } = meanAndError([2, 4, 9]);
    expect(mean).toBe(5);
    expect(standardError).toBeCloseTo(Math.sqrt((9 + 1 + 16) / 2 / 3), 14);
  });

  it('has no error for one value', () => {
    expect(meanAndError([3])).toEqual({ mean: 3, standardError: 0 });
  });
});

describe('pairedDifference', () => {
  it('lets what both share cancel', () => {
    const { mean, standardError } = pairedDifference([101, 205, 303], [100, 203, 300]);
    expect(mean).toBe(2);
    expect(standardError).toBeCloseTo(1 / Math.sqrt(3), 14);
  });
});

describe('standardErrorsAbove', () => {
  it('counts in errors of the difference', () => {
    const measured = { mean: 110, standardError: 3 };
    expect(standardErrorsAbove(measured, { mean: 100, standardError: 4 })).toBe(2);
  });
});

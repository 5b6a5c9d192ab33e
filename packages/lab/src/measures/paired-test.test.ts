import { describe, expect, it } from 'vitest';
import { studentQuantile } from '../numbers/student-distribution.ts';
import { pairedTest, testOfMean } from './paired-test.ts';

describe('paired tests', () => {
  it('find a small difference that the worlds would hide', () => {
    const worlds = [100, 900, 400, 700, 250];
    const better = worlds.map((value, trial) => value - 3 - (trial % 2));
    expect(pairedTest(better, worlds)).toMatchObject({ difference: -3.4, finding: 'lower' });
    expect(pairedTest(worlds, better).finding).toBe('higher');
  });

  it('do not decide where the interval holds 0, nor from one trial', () => {
    expect(testOfMean([-1, 1.2, 0.3, -0.4]).finding).toBe('undecided');
    expect(testOfMean([5])).toMatchObject({ finding: 'undecided', pValue: 1 });
  });

  it('have an interval that ends at 0 exactly when p is 5 %', () => {
    const { standardError, difference } = testOfMean([1, 2, 4, 3]);
    const shift = difference - studentQuantile(0.95, 3) * standardError;
    const moved = testOfMean([1, 2, 4, 3].map((value) => value - shift));
    expect(moved.low).toBeCloseTo(0, 12);
    expect(moved.pValue).toBeCloseTo(0.05, 10);
  });
});

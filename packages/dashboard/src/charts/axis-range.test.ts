/**
 * The ends of a vertical axis.
 */
import { describe, expect, it } from 'vitest';
import { axisRange } from './axis-range.ts';

describe('axisRange', () => {
  it('leaves air, but none below a floor of 0', () => {
    expect(axisRange({ min: 0, max: 10, hasZero: true })).toEqual([0, 10.6]);
    expect(axisRange({ min: 4, max: 10, hasZero: true })).toEqual([0, 10.6]);
    expect(axisRange({ min: -10, max: 0, hasZero: false })).toEqual([-10.6, 0]);
  });

  it.each([
    { min: 0, max: 0 },
    { min: 5, max: 5 },
    { min: -5, max: -5 },
    { min: null, max: null },
  ])('has two ends for $min to $max', ({ min, max }) => {
    for (const hasZero of [true, false]) {
      const [low, high] = axisRange({ min, max, hasZero });
      expect(high).toBeGreaterThan(low);
    }
  });
});

/**
 * The arithmetic behind the pictures.
 */
import { describe, expect, it } from 'vitest';
import { shortened } from './interval-rows.ts';
import { percentOn, scaleOver } from './scale.ts';
import { sparklinePath } from './sparkline-path.ts';
import { thinnedPositions } from './thinned-positions.ts';

describe('thinnedPositions', () => {
  it('keeps a short list whole', () => {
    expect(thinnedPositions(3, 5)).toEqual([0, 1, 2]);
  });

  it('keeps the first and the last of a long one, and no more than asked', () => {
    const positions = thinnedPositions(1000, 40);
    expect(positions).toHaveLength(40);
    expect(positions[0]).toBe(0);
    expect(positions.at(-1)).toBe(999);
    expect(new Set(positions).size).toBe(40);
  });
});

describe('scale', () => {
  it('puts the ends at the ends, and keeps what lies outside inside', () => {
    const scale = scaleOver([2, 6], 0);
    expect(percentOn(scale, 2)).toBe(0);
    expect(percentOn(scale, 4)).toBe(50);
    expect(percentOn(scale, 60)).toBe(100);
  });

  it('has a width even where all numbers are the same, or none is known', () => {
    const { low, high } = scaleOver([0, 0]);
    expect(high).toBeGreaterThan(low);
    expect(scaleOver([Number.NaN])).toEqual({ low: 0, high: 1 });
  });
});

describe('sparklinePath', () => {
  const size = { width: 100, height: 46 };

  it('draws from edge to edge and leaves gaps out', () => {
    const { line } = sparklinePath([0, null, 10], size);
    expect(line).toBe('M0 43L100 3');
  });

  it('keeps 0 in sight below and above', () => {
    expect(sparklinePath([5, 10], size).zero).toBe(43);
    expect(sparklinePath([-5, -10], size).zero).toBe(3);
  });

  it('draws one number as a level line, and nothing for none', () => {
    expect(sparklinePath([4], size).line).toBe('M0 3L100 3');
    expect(sparklinePath([null], size).line).toBe('');
  });
});

describe('shortened', () => {
  const rows = Array.from({ length: 24 }, (_, i) => ({
    name: `action ${i}`,
    estimate: i,
    low: 0,
    high: 24,
    ...(i === 3 ? { mark: 'chosen' } : {}),
  }));

  it('keeps short lists whole', () => {
    expect(shortened(rows.slice(0, 10))).toHaveLength(10);
  });

  it('keeps the highest and whatever is marked', () => {
    const names = shortened(rows).map(({ name }) => name);
    expect(names[0]).toBe('action 23');
    expect(names.at(-1)).toBe('action 3');
    expect(names).toHaveLength(8);
  });
});

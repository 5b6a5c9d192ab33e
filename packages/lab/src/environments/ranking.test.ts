import { describe, expect, it } from 'vitest';
import { indexAtRank } from './ranking.ts';

describe('indexAtRank', () => {
  it('counts from the largest, lower index first among equals', () => {
    const values = Float64Array.of(3, 7, 7, -1, 5);
    expect([1, 2, 3, 4, 5].map((rank) => indexAtRank(values, rank))).toEqual([1, 2, 4, 0, 3]);
  });
});

import { describe, expect, it } from 'vitest';
import { randomStream } from './random-stream.ts';
import { indexAtRank } from './ranking.ts';

describe('indexAtRank', () => {
  it('counts from the largest, lower index first among equals', () => {
    const values = Float64Array.of(3, 7, 7, -1, 5);
    expect([1, 2, 3, 4, 5].map((rank) => indexAtRank(values, rank))).toEqual([1, 2, 4, 0, 3]);
  });

  it('agrees with sorting, with and without equal values', () => {
    const random = randomStream({ seed: 8, index: 0 });
    for (let i = 0; i < 300; i++) {
      const levels = i % 2 === 0 ? 4 : 1e9;
      const values = Float64Array.from({ length: 1 + (i % 23) }, () =>
        Math.floor(levels * (random.uniform() - 0.5)),
      );
      const sorted = [...values.keys()].sort((a, b) => values[b]! - values[a]! || a - b);
      expect(sorted.map((_, place) => indexAtRank(values, place + 1))).toEqual(sorted);
    }
  });
});

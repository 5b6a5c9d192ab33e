/**
 * Reference: the intervals of GATE 7.4 (design notes), from an independent program on its own draws:
 * Beta with mean .5 and sd .17 gives about [.446, .553] from 200 rewards at failure probability .001.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standardNormal } from '../../base/random-source.ts';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { logInterval } from './log-interval.ts';

describe('the interval that a log proves', () => {
  it('is as narrow as the reference for bounded rewards of the same spread', () => {
    const random = seededRandom(6);
    const widths = Array.from({ length: 20 }, () => {
      const rewards = Array.from({ length: 200 }, () =>
        Math.min(Math.max(0.5 + 0.17 * standardNormal(random), 0), 1),
      );
      const { min, max } = logInterval({
        rewards,
        floor: 0,
        ceiling: 1,
        failureProbability: 0.001,
      });
      return max - min;
    });
    const mean = widths.reduce((sum, width) => sum + width, 0) / widths.length;
    expect(mean).toBeGreaterThan(0.095);
    expect(mean).toBeLessThan(0.125);
  });

  it('contains the mean as often as it says: at most 10 % misses in 400 logs', () => {
    // Skewed Bernoulli(.15) logs of 60. 400 · .1 = 40 misses expected at most; more than 62 would be
    // 3.7 standard deviations above. Betting intervals are conservative: far fewer are seen.
    const random = seededRandom(8);
    let misses = 0;
    for (let run = 0; run < 400; run++) {
      const rewards = Array.from({ length: 60 }, () => (random() < 0.15 ? 5 : 2));
      const { min, max } = logInterval({ rewards, floor: 2, ceiling: 5, failureProbability: 0.1 });
      const mean = 2 + 3 * 0.15;
      if (mean < min || mean > max) misses += 1;
    }
    expect(misses).toBeLessThanOrEqual(62);
  });

  it('lies in the range, and moves and stretches with the rewards', () => {
    const log = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(log, (rewards) => {
        const plain = logInterval({ rewards, floor: 0, ceiling: 1, failureProbability: 0.05 });
        expect(plain.min).toBeGreaterThanOrEqual(0);
        expect(plain.max).toBeLessThanOrEqual(1);
        expect(plain.min).toBeLessThanOrEqual(plain.max);
        const moved = rewards.map((reward) => 10 * reward - 4);
        const other = logInterval({
          rewards: moved,
          floor: -4,
          ceiling: 6,
          failureProbability: 0.05,
        });
        expect(other.min).toBeCloseTo(10 * plain.min - 4, 6);
        expect(other.max).toBeCloseTo(10 * plain.max - 4, 6);
      }),
    );
  });

  it('refuses an empty log and rewards outside the range', () => {
    const range = { floor: 0, ceiling: 1, failureProbability: 0.05 };
    expect(() => logInterval({ ...range, rewards: [] })).toThrow('but it is empty');
    expect(() => logInterval({ ...range, rewards: [0.5, 2] })).toThrow('one with 2');
    expect(() => logInterval({ ...range, rewards: [Number.NaN] })).toThrow('HR_INPUT_RANGE');
  });
});

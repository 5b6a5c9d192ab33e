import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenly } from '../../base/testing/evenly.ts';
import { cautiousPrediction, rewardSize } from './two-point-reward.ts';

/** Mean growth of a bettor's log wealth when the reward is `size` with this probability, else 0. */
function meanGrowth(input: { rate: number; size: number; chance: number; prediction: number }) {
  const { rate, size, chance, prediction } = input;
  const paid = Math.log1p(rate * (size - prediction));
  const unpaid = Math.log1p(-rate * prediction);
  return chance * paid + (1 - chance) * unpaid + rate * prediction;
}

describe('the size of a two-point reward', () => {
  it('gives back the mean and the deviation', () => {
    fc.assert(
      fc.property(evenly(0.01, 9), evenly(0.01, 9), (mean, deviation) => {
        const size = rewardSize({ mean, deviation });
        const chance = mean / size;
        expect(size * Math.sqrt(chance * (1 - chance))).toBeCloseTo(deviation, 9);
      }),
    );
  });

  it('is 1 for rewards of yes or no, however rare, and the mean if all is steady or absurd', () => {
    expect(rewardSize({ mean: 0.01, deviation: Math.sqrt(0.01 * 0.99) })).toBeCloseTo(1, 12);
    expect(rewardSize({ mean: 3, deviation: 0 })).toBe(3);
    expect(rewardSize({ mean: 1e-300, deviation: 1e200 })).toBe(1e-300);
  });
});

describe('the cautious prediction', () => {
  it('lets wealth grow faster than any other prediction', () => {
    fc.assert(
      fc.property(evenly(0.01, 0.5), evenly(0.2, 5), evenly(0.05, 20), (chance, size, reach) => {
        const rate = reach / size;
        const mean = chance * size;
        const deviation = size * Math.sqrt(chance * (1 - chance));
        const prediction = cautiousPrediction(rate, { mean, deviation });
        const best = meanGrowth({ rate, size, chance, prediction });
        for (const change of [0.8, 0.97, 1.03, 1.2]) {
          const other = prediction * change;
          if (rate * other >= 1) continue;
          expect(meanGrowth({ rate, size, chance, prediction: other })).toBeLessThan(best);
        }
      }),
    );
  });

  it('is nearly the best for normal rewards too', () => {
    // E[1 / (1 + rate · (reward − prediction))] = 1, by the midpoint rule over ten deviations.
    const [mean, deviation, rate] = [10, 1, 0.05];
    const prediction = cautiousPrediction(rate, { mean, deviation });
    let [total, weightTotal] = [0, 0];
    for (let z = -4.995; z < 5; z += 0.01) {
      const weight = Math.exp(-(z * z) / 2);
      total += weight / (1 + rate * (mean + deviation * z - prediction));
      weightTotal += weight;
    }
    expect(total / weightTotal).toBeCloseTo(1, 3);
  });

  it('reaches the likelihood ratio at the best rate', () => {
    // Rewards of yes with probability p against means of m: rate (p − m) / (m (1 − m)).
    const [p, m] = [0.04, 0.0033];
    const rate = (p - m) / (m * (1 - m));
    const prediction = cautiousPrediction(rate, { mean: p, deviation: Math.sqrt(p * (1 - p)) });
    expect(prediction).toBeCloseTo(m, 12);
    const growth = meanGrowth({ rate, size: 1, chance: p, prediction }) - rate * m;
    expect(growth).toBeCloseTo(p * Math.log(p / m) + (1 - p) * Math.log((1 - p) / (1 - m)), 12);
  });

  it('is the mean where no deviation is known, and never above it', () => {
    expect(cautiousPrediction(3, { mean: 0.7, deviation: 0 })).toBe(0.7);
    expect(cautiousPrediction(3, { mean: 0, deviation: 2 })).toBe(0);
    fc.assert(
      fc.property(evenly(1e-9, 1e9), evenly(0, 1e9), evenly(1e-9, 1e9), (mean, deviation, rate) => {
        const prediction = cautiousPrediction(rate, { mean, deviation });
        expect(prediction).toBeGreaterThanOrEqual(0);
        expect(prediction).toBeLessThanOrEqual(mean);
      }),
    );
  });

  it('is a number whatever the numbers', () => {
    const extremes = [5e-324, 1e-200, 1, 1e200, Number.MAX_VALUE];
    for (const mean of extremes) {
      for (const deviation of extremes) {
        for (const rate of extremes) {
          expect(cautiousPrediction(rate, { mean, deviation })).toBeLessThanOrEqual(mean);
        }
      }
    }
  });
});

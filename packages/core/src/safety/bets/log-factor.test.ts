import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenly } from '../../base/testing/evenly.ts';
import { addedBack, logFactor, predictionMax } from './log-factor.ts';
import { gainAbove, rewardFloor } from './reward-floor.ts';
import { fixed, fixedLog, fixedProduct, multiply, toDouble } from './testing/fixed-point.ts';

const ONE = fixed(1);

describe('the logarithm of a factor', () => {
  it('is never above exact arithmetic of the reward itself, and hardly below', () => {
    // Rates over eight powers of ten, predictions up to the largest, rewards near and far.
    const logRate = evenly(-9, 9);
    const share = fc.oneof(evenly(0, 1), fc.constant(1));
    const height = fc.oneof(evenly(0, 1), evenly(0, 1e-9), evenly(0, 1e3), fc.constant(0));
    fc.assert(
      fc.property(logRate, share, height, evenly(-3, 3), (logged, part, times, floor) => {
        const rate = Math.exp(logged);
        const declared = rewardFloor({ floor, noiseScale: 0 });
        const reward = floor + times / rate;
        const gain = gainAbove(declared, reward);
        const prediction = part * predictionMax(rate);
        const exactGain = fixed(reward) - fixed(floor);
        const change = multiply(fixed(rate), exactGain - fixed(prediction));
        const exact = fixedLog(ONE + change);
        const got = fixed(logFactor({ rate, gain, prediction }));
        expect(got <= exact).toBe(true);
        expect(toDouble(exact - got)).toBeLessThan(1e-12);
      }),
      { numRuns: 2000 },
    );
  });

  it('grows with the gain, also where the gain is cut', () => {
    const prediction = predictionMax(2);
    const growths = [0, 1e-12, 0.3, 1, 4e8, 5e8, 6e8, 1e300].map((gain) =>
      logFactor({ rate: 2, gain, prediction }),
    );
    expect(growths).toStrictEqual([...growths].sort((left, right) => left - right));
    expect(growths.at(-1)).toBeLessThanOrEqual(Math.log(1e9 + 1));
  });

  it('adds back a little less than the product', () => {
    fc.assert(
      fc.property(evenly(0.001, 9), evenly(0, 5), (rate, prediction) => {
        expect(fixed(addedBack(rate, prediction)) <= fixedProduct(rate, prediction)).toBe(true);
        expect(addedBack(rate, prediction)).toBeCloseTo(rate * prediction, 12);
      }),
    );
  });
});

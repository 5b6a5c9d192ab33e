import { describe, expect, it } from 'vitest';
import { meanAndError } from '../measures/mean-and-error.ts';
import { randomStream } from './random-stream.ts';
import { HYBRID_COUNT, PLOT_NOISE, plotError, SEASON_TRUTH, SeasonWorld } from './season-world.ts';

const hybrids = Array.from({ length: HYBRID_COUNT }, (_, hybrid) => hybrid);

function worldOf(seed: number, turnsAfter = Number.POSITIVE_INFINITY): SeasonWorld {
  return new SeasonWorld(randomStream({ seed, index: 0 }), { fieldCount: 12, turnsAfter });
}

describe('the world of seasons', () => {
  it('keeps to all that may be declared of it, in every field and weather', () => {
    const { baselineMean, outcome, drop, ratio } = SEASON_TRUTH;
    const largestError = 3 * PLOT_NOISE;
    const clipped = { low: 0, high: 0 };
    for (let seed = 1; seed <= 40; seed++) {
      const world = worldOf(seed);
      for (let season = 0; season < 15; season++) {
        world.nextSeason();
        for (const field of world.sizes.keys()) {
          const baseline = world.mean(field, world.baseline);
          expect(baseline).toBeGreaterThanOrEqual(baselineMean.min);
          expect(baseline).toBeLessThanOrEqual(baselineMean.max);
          clipped.low += Number(baseline === baselineMean.min);
          clipped.high += Number(baseline === baselineMean.max);
          for (const hybrid of hybrids) {
            const mean = world.mean(field, hybrid);
            expect(mean - largestError).toBeGreaterThanOrEqual(outcome.min - 1e-12);
            expect(mean + largestError).toBeLessThanOrEqual(outcome.max + 1e-12);
            expect(mean).toBeGreaterThanOrEqual(baseline - drop);
            expect(mean).toBeGreaterThanOrEqual(ratio * baseline);
          }
        }
      }
    }
    // Extreme weathers come: the interval is not wider than the truth.
    expect(Math.min(clipped.low, clipped.high)).toBeGreaterThan(0);
  });

  it('has the tenth best hybrid for a baseline, and knows the worst', () => {
    const world = worldOf(3);
    const advantages = hybrids.map((hybrid) => world.advantage(hybrid));
    expect(advantages.filter((advantage) => advantage > 0)).toHaveLength(9);
    expect(world.advantage(world.baseline)).toBe(0);
    expect(world.advantage(world.worst)).toBe(Math.min(...advantages));
  });

  it('lets all fields share one weather, and hybrids meet it each in its own way', () => {
    const world = worldOf(5);
    const levels = Array.from({ length: 200 }, () => {
      world.nextSeason();
      return [world.mean(0, world.baseline), world.mean(1, world.baseline)] as const;
    });
    const deviation = (values: readonly number[]) =>
      meanAndError(values).standardError * Math.sqrt(values.length);
    expect(deviation(levels.map(([one]) => one))).toBeGreaterThan(1.1);
    // Only what the limits of the mean cut off differs from season to season.
    expect(deviation(levels.map(([one, other]) => one - other))).toBeLessThan(0.2);
  });

  it('turns for good after the season asked for', () => {
    const [steady, turning] = [worldOf(7), worldOf(7, 2)];
    const advantagesOf = (world: SeasonWorld) => {
      world.nextSeason();
      return hybrids.map((hybrid) => world.advantage(hybrid) + 0);
    };
    for (let season = 1; season <= 5; season++) {
      const expected = advantagesOf(steady).map((advantage) =>
        season > 2 ? 0 - advantage : advantage,
      );
      expect(advantagesOf(turning)).toEqual(expected);
    }
  });

  it('errs by 0 on average and never by more than three deviations', () => {
    const random = randomStream({ seed: 11, index: 0 });
    const errors = Array.from({ length: 20_000 }, () => plotError(random, 0.9));
    const { mean, standardError } = meanAndError(errors);
    expect(Math.abs(mean)).toBeLessThan(4 * standardError);
    expect(standardError * Math.sqrt(errors.length)).toBeCloseTo(0.886, 1);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThanOrEqual(2.7);
  });
});

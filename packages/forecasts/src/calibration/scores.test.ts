import { describe, expect, it } from 'vitest';
import { crps } from './crps.ts';
import { normalCdf, normalDensity, normalQuantile } from './normal-distribution.ts';
import type { PredictiveForecast } from './predictive.ts';
import { forecastSkill } from './skill.ts';
import { seededRandom } from './testing/seeded-random.ts';

/** The score as its definition has it: the integral of (F(x) − 1{x ≥ y})², by the middle rule. */
function scoreByIntegral(cdf: (x: number) => number, outcome: number): number {
  const step = 1e-3;
  let sum = 0;
  for (let x = -40 + step / 2; x < 40; x += step) sum += (cdf(x) - (x >= outcome ? 1 : 0)) ** 2;
  return sum * step;
}

describe('the normal distribution', () => {
  it('has the values of the tables', () => {
    expect(normalCdf(1.96)).toBeCloseTo(0.9750021048517795, 14);
    expect(normalCdf(-1)).toBeCloseTo(0.15865525393145707, 14);
    expect(normalCdf(-5)).toBeCloseTo(2.866515719e-7, 15);
    expect(normalDensity(0.3)).toBeCloseTo(0.3813878154605241, 14);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
    expect(normalQuantile(0.1)).toBeCloseTo(-1.2815515655446004, 12);
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the score', () => {
  it('has known values', () => {
    const members: PredictiveForecast = { kind: 'ensemble', points: [18, 19, 21, 26] };
    expect(crps({ kind: 'normal', mean: 0, sd: 1 }, 0)).toBeCloseTo(0.2336949773, 10);
    expect(crps({ kind: 'normal', mean: 21, sd: 3 }, 25)).toBeCloseTo(2.5618019396, 10);
    expect(crps(members, 20)).toBeCloseTo(0.875, 14);
    expect(crps(members, 20, 'fair')).toBeCloseTo(1 / 3, 14);
  });

  it('is the distance where nothing else was thought possible', () => {
    expect(crps({ kind: 'normal', mean: 3, sd: 0 }, 7.5)).toBe(4.5);
    expect(crps({ kind: 'ensemble', points: [3] }, 7.5, 'fair')).toBe(4.5);
    expect(crps({ kind: 'uniform', min: 3, max: 3 }, 7.5)).toBe(4.5);
  });

  it('is the integral of the squared error of the distribution function', () => {
    const normal = (x: number) => normalCdf((x - 1.3) / 2.5);
    expect(crps({ kind: 'normal', mean: 1.3, sd: 2.5 }, -3)).toBeCloseTo(
      scoreByIntegral(normal, -3),
      5,
    );
    const uniform = (x: number) => Math.min(Math.max((x + 2) / 5, 0), 1);
    for (const outcome of [-4, 0.5, 3, 9]) {
      const score = crps({ kind: 'uniform', min: -2, max: 3 }, outcome);
      expect(score).toBeCloseTo(scoreByIntegral(uniform, outcome), 2);
    }
  });

  it('of many quantiles comes near to that of their distribution', () => {
    const levels = Array.from({ length: 199 }, (_, k) => (k + 1) / 2);
    const quantiles = Object.fromEntries(
      levels.map((percent) => [`p${percent}`, 21 + 3 * normalQuantile(percent / 100)]),
    );
    expect(crps({ kind: 'quantiles', ...quantiles }, 25)).toBeCloseTo(2.5618, 2);
    expect(crps({ kind: 'quantiles', p25: 1, p75: 3 }, 2)).toBeCloseTo(0.5, 14);
  });

  it('refuses what is no forecast', () => {
    expect(() => crps({ kind: 'normal', mean: 1, sd: -2 }, 0)).toThrow('deviation of at least 0');
    expect(() => crps({ kind: 'ensemble', points: [] }, 0)).toThrow('one member or more');
    expect(() => crps({ kind: 'quantiles', p10: 4, p90: 3 }, 0)).toThrow('not cross');
    const twice = { kind: 'quantiles', p10: 1, 'p10.0': 2, p90: 3 } as const;
    expect(() => crps(twice, 1.5)).toThrow('each once');
    expect(() => crps({ kind: 'quantiles', p10: 4 }, 0)).toThrow('two or more');
  });
});

describe('skill', () => {
  it('is 0 for climatology itself, and scores each outcome by the others', () => {
    const outcomes = [3, 8, 1, 12, 5];
    const past = outcomes.map((outcome, k) => ({
      outcome,
      forecast: { kind: 'ensemble', points: outcomes.filter((_, other) => other !== k) } as const,
    }));
    const found = forecastSkill(past)!;
    expect(found.crps).toBeCloseTo(found.climatologyCrps, 12);
    expect(found.skill).toBeCloseTo(0, 12);
    expect(found.high - found.low).toBeCloseTo(0, 12);
  });

  it('is what it should be for a forecast that explains three quarters of the variance, within its interval', () => {
    // The score of a right normal forecast is its deviation / √π: 1 − 0.5 = 0.5. 400 forecasts, interval 95 %.
    const random = seededRandom(11);
    const draw = () => normalQuantile((Math.floor(random() * 4096) + 0.5) / 4096);
    const past = Array.from({ length: 400 }, () => {
      const mean = Math.sqrt(0.75) * draw();
      return { forecast: { kind: 'normal', mean, sd: 0.5 } as const, outcome: mean + 0.5 * draw() };
    });
    const { skill, low, high } = forecastSkill(past)!;
    expect(low).toBeLessThan(0.5);
    expect(high).toBeGreaterThan(0.5);
    expect(high - low).toBeLessThan(0.12);
    expect(skill).toBeCloseTo((low + high) / 2, 12);
  });

  it('is unknown for two outcomes, or where all are alike', () => {
    const one = { forecast: { kind: 'normal', mean: 2, sd: 1 } as const, outcome: 2 };
    expect(forecastSkill([one, { ...one, outcome: 3 }])).toBeNull();
    expect(forecastSkill([one, one, one])).toBeNull();
    expect(forecastSkill([one, one, one], [5, 9])?.skill).toBeGreaterThan(0);
  });

  it('is not told where a misprint is too large for its interval', () => {
    const past = [1, 1e200, 2, 4].map((outcome) => ({
      forecast: { kind: 'normal', mean: 2, sd: 1 } as const,
      outcome,
    }));
    expect(forecastSkill(past)).toBeNull();
  });
});

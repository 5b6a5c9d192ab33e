/**
 * Closed forms of single distributions, computed a second way; and how covariances are repaired.
 */
import { expect, test } from 'vitest';
import { seededRandom } from '../base/testing/seeded-random.ts';
import { categories } from './categories.ts';
import type { ContextDistribution } from './context-distribution.ts';
import { ensemble } from './ensemble.ts';
import { exact } from './exact.ts';
import { hasSpread } from './has-spread.ts';
import { independent } from './independent.ts';
import { mixture } from './mixture.ts';
import { multivariateNormal } from './multivariate-normal.ts';
import { normal } from './normal.ts';
import { quantiles } from './quantiles.ts';
import { uniform } from './uniform.ts';

/** P90 of a standard normal. */
const NORMAL_P90 = 1.2815515655446004;

test('P10, P50, P90 of a standard normal give sd 0.986; uniform tails as dense would give 0.925', () => {
  const levels = { p10: -NORMAL_P90, p50: 0, p90: NORMAL_P90 };
  expect(sdOf(quantiles(levels))).toBeCloseTo(0.986, 3);
  const tailLength = (0.1 * NORMAL_P90) / 0.4;
  const limit = NORMAL_P90 + tailLength;
  expect(sdOf(quantiles({ ...levels, min: -limit, max: limit }))).toBeCloseTo(0.925, 3);
});

test('quantile moments equal the integrals over the inverted distribution function', () => {
  const forecast = quantiles({ p10: 20, p50: 90, p90: 210, min: 5, max: 400 });
  const integral = integrateOverDraws(forecast, 200_000);
  expect(integral(1)).toBeCloseTo(0, 5);
  expect(integral(2) / forecast.covariance[0]!).toBeCloseTo(1, 7);
  expect(integral(3) / forecast.thirdCentralMoment(0, 0, 0)).toBeCloseTo(1, 7);
  expect(integral(4) / forecast.fourthCentralMoment(0, 0, 0, 0)).toBeCloseTo(1, 7);
});

test('draws of quantiles hit the quantiles: a share p of all draws lies below the p-quantile', () => {
  const forecast = quantiles({ p10: 20, 'p62.5': 90, p90: 210 });
  const into = new Float64Array(1);
  for (const [level, value] of [
    [0.1, 20],
    [0.625, 90],
    [0.9, 210],
  ] as const) {
    forecast.sample(() => level, into);
    expect(into[0]).toBeCloseTo(value, 9);
  }
});

test('the density does not jump where an exponential tail begins', () => {
  const forecast = quantiles({ p10: 20, p50: 90, p90: 210 });
  const valueAt = (level: number): number => {
    const into = new Float64Array(1);
    forecast.sample(() => level, into);
    return into[0]!;
  };
  for (const level of [0.1, 0.9]) {
    const below = valueAt(level) - valueAt(level - 1e-6);
    const above = valueAt(level + 1e-6) - valueAt(level);
    expect(below / above).toBeCloseTo(1, 4);
  }
});

test('draws of quantiles stay finite at the ends of the random numbers', () => {
  const forecast = quantiles({ p10: 20, p90: 210 });
  const into = new Float64Array(1);
  for (const level of [0, 1 - 2 ** -53]) {
    forecast.sample(() => level, into);
    expect(Number.isFinite(into[0])).toBe(true);
  }
});

test('equal quantiles are a point, and a tail beside it collapses to it', () => {
  const dry = quantiles({ p20: 0, p60: 0, p90: 4 });
  const into = new Float64Array(1);
  for (const level of [0, 0.1, 0.3, 0.599]) {
    dry.sample(() => level, into);
    expect(into[0]).toBe(0);
  }
  expect(dry.atoms).toBeNull();
  const sure = quantiles({ p10: 7.5, p50: 7.5, p90: 7.5 });
  expect(sure.atoms).toEqual([{ probability: 1, point: Float64Array.of(7.5) }]);
  expect(sure.mean[0]).toBe(7.5);
  expect(hasSpread(sure)).toBe(false);
});

test('the order in which quantiles are listed does not matter', () => {
  const forward = quantiles({ p10: 20, p50: 90, p90: 210 });
  const backward = quantiles({ p90: 210, p10: 20, p50: 90 });
  expect(backward.mean).toEqual(forward.mean);
  expect(backward.covariance).toEqual(forward.covariance);
});

test('a category has covariance diag(p) − ppᵀ', () => {
  const p = [0.2, 0.5, 0.3];
  const { covariance } = categories(p);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const expected = (i === j ? p[i]! : 0) - p[i]! * p[j]!;
      expect(covariance[i * 3 + j]).toBeCloseTo(expected, 15);
    }
  }
});

test('named categories are in alphabetical order, whatever the order of the object', () => {
  expect([...categories({ wet: 0.2, dry: 0.5, mixed: 0.3 }).mean]).toEqual([0.5, 0.3, 0.2]);
  expect([...categories({ mixed: 0.3, wet: 0.2, dry: 0.5 }).mean]).toEqual([0.5, 0.3, 0.2]);
});

test('impossible points are not listed', () => {
  expect(categories([0.4, 0, 0.6]).atoms).toHaveLength(2);
  expect(ensemble([2, 3, 4], [0.5, 0, 0.5]).atoms).toHaveLength(2);
});

test('uniform: variance of c² is 4m²h²/3 + 4h⁴/45', () => {
  const [m, h] = [1.75, 2.25];
  const c = uniform(m - h, m + h);
  const k2 = c.covariance[0]!;
  const found = c.fourthCentralMoment(0, 0, 0, 0) - k2 ** 2 + 4 * m * m * k2;
  expect(found).toBeCloseTo((4 * m * m * h * h) / 3 + (4 * h ** 4) / 45, 12);
});

test('moments of mixtures and ensembles keep their digits far from zero', () => {
  const near = mixture([
    { weight: 0.25, distribution: normal(0.5, 0.25) },
    { weight: 0.75, distribution: normal(1.5, 0.5) },
  ]);
  const far = mixture([
    { weight: 0.25, distribution: normal(2 ** 30 + 0.5, 0.25) },
    { weight: 0.75, distribution: normal(2 ** 30 + 1.5, 0.5) },
  ]);
  expect(far.fourthCentralMoment(0, 0, 0, 0)).toBe(near.fourthCentralMoment(0, 0, 0, 0));
  expect(far.thirdCentralMoment(0, 0, 0)).toBe(near.thirdCentralMoment(0, 0, 0));
  const members = [0.5, 1.25, 3];
  const shifted = ensemble(members.map((value) => value + 2 ** 30));
  expect(shifted.covariance[0]! / ensemble(members).covariance[0]!).toBeCloseTo(1, 6);
});

test('equal members make a known context, exactly', () => {
  const same = ensemble([0.1, 0.1, 0.1]);
  expect(same.mean[0]).toBe(0.1);
  expect(same.covariance[0]).toBe(0);
});

test('hasSpread looks at the numbers, not at the kind', () => {
  expect(hasSpread(independent([exact(2), normal(3, 0)]))).toBe(false);
  expect(hasSpread(independent([exact(2), normal(3, 0.5)]))).toBe(true);
});

test('points of independent blocks are combined up to 4096 of them, then given up', () => {
  const sixteen = ensemble(Array.from({ length: 16 }, (_, k) => k + 0.5));
  const two = ensemble([1.5, 2.5]);
  expect(independent([sixteen, sixteen, sixteen]).atoms).toHaveLength(4096);
  expect(independent([sixteen, sixteen, sixteen, two]).atoms).toBeNull();
  expect(independent([two, normal(2, 3)]).atoms).toBeNull();
});

test('a slightly negative eigenvalue is set to zero and reported', () => {
  const covariance = rotated(4, -4e-12);
  const forecast = multivariateNormal({ mean: [2, 3], covariance });
  expect(forecast.repairs).toHaveLength(1);
  expect(forecast.repairs[0]).toContain('slightly negative eigenvalue');
  const [a, b, , d] = forecast.covariance;
  expect(a! * d! - b! * b!).toBeCloseTo(0, 14);
  expect(forecast.covariance[0]).toBeCloseTo(covariance[0]![0]!, 11);
});

test('a singular covariance is no fault and needs no repair', () => {
  const forecast = multivariateNormal({
    mean: [2, 3, 5],
    covariance: [
      [0.01, 0.02, 0.03],
      [0.02, 0.04, 0.06],
      [0.03, 0.06, 0.09],
    ],
  });
  expect(forecast.repairs).toEqual([]);
  expect(forecast.covariance[1]).toBe(0.02);
  const into = new Float64Array(3);
  forecast.sample(seededRandom(6), into);
  expect(into[1]! - 3).toBeCloseTo(2 * (into[0]! - 2), 7);
});

test('a slight asymmetry is averaged and reported, rounding is averaged silently', () => {
  const withGap = (gap: number) =>
    multivariateNormal({
      mean: [2, 3],
      covariance: [
        [2, 0.5],
        [0.5 + gap, 3],
      ],
    });
  expect(withGap(1e-11).repairs[0]).toContain('asymmetric');
  expect(withGap(1e-11).covariance[1]).toBe(withGap(1e-11).covariance[2]);
  expect(withGap(2e-16).repairs).toEqual([]);
  expect(() => withGap(1e-7)).toThrow('HR_CONTEXT_ASYMMETRIC');
});

test('a zero covariance is a known context', () => {
  const sure = multivariateNormal({
    mean: [2, 3],
    covariance: [
      [0, 0],
      [0, 0],
    ],
  });
  expect(sure.atoms).toEqual([{ probability: 1, point: Float64Array.of(2, 3) }]);
});

function sdOf(distribution: ContextDistribution): number {
  return Math.sqrt(distribution.covariance[0]!);
}

/** Central moments as midpoint integrals over the random number that makes a draw. */
function integrateOverDraws(
  distribution: ContextDistribution,
  stepCount: number,
): (power: number) => number {
  const into = new Float64Array(1);
  const deviations = Array.from({ length: stepCount }, (_, k) => {
    distribution.sample(() => (k + 0.5) / stepCount, into);
    return into[0]! - distribution.mean[0]!;
  });
  return (power) => deviations.reduce((sum, u) => sum + u ** power, 0) / stepCount;
}

/** A symmetric matrix with the two given eigenvalues. */
function rotated(first: number, second: number): number[][] {
  const [c, s] = [0.8, 0.6];
  const across = (first - second) * c * s;
  return [
    [first * c * c + second * s * s, across],
    [across, first * s * s + second * c * c],
  ];
}

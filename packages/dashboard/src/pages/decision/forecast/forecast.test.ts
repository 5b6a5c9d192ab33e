/**
 * Pictures of forecasts agree with the distributions that the core makes of them.
 */
import { type ContextDescription, contextFromDescription } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { isCertain, quantileAt } from './coordinate.ts';
import { coordinatesOf } from './coordinates-of.ts';
import { densityPath } from './density-path.ts';
import { forecastOf } from './forecast-of.ts';

const DESCRIPTIONS: readonly ContextDescription[] = [
  { kind: 'exact', value: [3, -2] },
  { kind: 'normal', mean: 21, sd: 3 },
  {
    kind: 'multivariate-normal',
    mean: [1, 2],
    covariance: [
      [4, 1],
      [1, 9],
    ],
  },
  { kind: 'multivariate-normal', mean: [1, 2], variances: [4, 9] },
  { kind: 'uniform', min: 2, max: 10 },
  { kind: 'uniform-box', min: [0, 5], max: [1, 9] },
  { kind: 'ensemble', points: [1, 2, 6] },
  {
    kind: 'ensemble',
    points: [
      [1, 10],
      [3, 20],
    ],
    weights: [0.75, 0.25],
  },
  { kind: 'quantiles', p10: 20, p50: 90, p90: 210 },
  { kind: 'quantiles', min: 0, p25: 50, p75: 120, max: 400 },
  { kind: 'categories', probabilities: [0.2, 0.5, 0.3] },
  {
    kind: 'mixture',
    components: [
      { weight: 0.25, distribution: { kind: 'normal', mean: 0, sd: 1 } },
      { weight: 0.75, distribution: { kind: 'uniform', min: 4, max: 8 } },
    ],
  },
  {
    kind: 'independent',
    blocks: [
      { kind: 'normal', mean: 5, sd: 2 },
      { kind: 'exact', value: 7 },
    ],
  },
  {
    kind: 'standardised',
    centre: [10],
    scale: [4],
    distribution: { kind: 'normal', mean: 12, sd: 2 },
  },
];

describe('coordinatesOf', () => {
  it.each(DESCRIPTIONS.map((description) => [description.kind, description] as const))(
    'has the means and spreads of the core: %s',
    (_kind, description) => {
      const { mean, covariance, dimension } = contextFromDescription(description);
      const coordinates = coordinatesOf(description);
      expect(coordinates).toHaveLength(dimension);
      coordinates.forEach((coordinate, i) => {
        const variance = covariance[i * dimension + i]!;
        const tolerance = 0.02 * Math.sqrt(variance) + 1e-9;
        expect(Math.abs(coordinate.mean - mean[i]!)).toBeLessThanOrEqual(tolerance);
        // Two hundred quantiles leave out the outermost half percent.
        const spread = Math.sqrt(varianceOf(coordinate.quantiles));
        expect(Math.abs(spread - Math.sqrt(variance))).toBeLessThanOrEqual(3 * tolerance);
      });
    },
  );

  it('gives back the very quantiles that were announced', () => {
    const [rain] = coordinatesOf({ kind: 'quantiles', p10: 20, p50: 90, p90: 210 });
    expect([0.1, 0.5, 0.9].map((level) => Math.round(quantileAt(rain!, level)))).toEqual([
      20, 90, 210,
    ]);
  });
});

describe('forecastOf', () => {
  const variables = { rain: { min: 0, max: 400 }, soil: { categories: ['clay', 'sand'] } };

  it('gives each variable its coordinates, categories several', () => {
    const forecast = forecastOf(
      {
        kind: 'independent',
        blocks: [
          { kind: 'exact', value: 90 },
          { kind: 'categories', probabilities: [0.25, 0.75] },
        ],
      },
      variables,
    );
    expect(forecast.map(({ name }) => name)).toEqual(['rain', 'soil']);
    expect(forecast[0]!.kind === 'number' && isCertain(forecast[0]!.coordinate)).toBe(true);
    expect(forecast[1]).toMatchObject({
      probabilities: [
        { name: 'clay', probability: 0.25 },
        { name: 'sand', probability: 0.75 },
      ],
    });
  });

  it('shows nothing rather than something wrong if the definition does not fit', () => {
    expect(forecastOf({ kind: 'exact', value: [1, 2] }, variables)).toEqual([]);
    expect(forecastOf({ kind: 'exact', value: [1, 2, 3, 4] }, variables)).toEqual([]);
  });
});

describe('densityPath', () => {
  it('is highest where values are likeliest', () => {
    const [coordinate] = coordinatesOf({ kind: 'normal', mean: 25, sd: 5 });
    const path = densityPath(coordinate!, { width: 100, height: 50, low: 0, high: 100 });
    const points = path.split('L').map((text) => text.replace(/[MZ]/g, '').split(' ').map(Number));
    const peak = points.reduce((best, point) => (point[1]! < best[1]! ? point : best));
    expect(Math.abs(peak[0]! - 25)).toBeLessThan(2);
  });
});

function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

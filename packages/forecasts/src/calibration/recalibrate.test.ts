import { describe, expect, it } from 'vitest';
import { normalQuantile } from './normal-distribution.ts';
import { type PitCell, pitCell } from './pit.ts';
import type { PredictiveForecast } from './predictive.ts';
import { estimateDistortion, recalibrate } from './recalibrate.ts';

/** Outcomes at even levels of N(bias, spread²), as they lie in forecasts of N(0, 1). */
function cellsOf({ bias, spread, count }: { bias: number; spread: number; count: number }) {
  return Array.from({ length: count }, (_, k) =>
    pitCell({ kind: 'normal', mean: 0, sd: 1 }, bias + spread * normalQuantile((k + 0.5) / count)),
  );
}

describe('what is wrong with past forecasts', () => {
  it('is nothing when nothing is known', () => {
    expect(estimateDistortion([])).toEqual({ bias: 0, spread: 1 });
  });

  it('is found from many outcomes, and taken for less from few', () => {
    const many = estimateDistortion(cellsOf({ bias: 0.4, spread: 1.5, count: 400 }));
    expect(many.bias).toBeCloseTo(0.4, 1);
    expect(many.spread).toBeCloseTo(1.5, 1);
    const few = estimateDistortion(cellsOf({ bias: 0.4, spread: 1.5, count: 5 }));
    expect(few.bias).toBeCloseTo(0.2, 1);
    expect(few.spread).toBeGreaterThan(1);
    expect(few.spread).toBeLessThan(1.4);
  });

  it('is found from the ranks in small ensembles, although they tell little each', () => {
    // A twofold spread puts Φ(−0.84/2) = .337 of the outcomes into each end of 5 gaps; the rest lies between.
    const ends = [337, 112, 102, 112, 337];
    const cells: PitCell[] = ends.flatMap((count, k) =>
      Array.from({ length: count }, () => ({ low: k / 5, high: (k + 1) / 5 })),
    );
    const { bias, spread } = estimateDistortion(cells);
    expect(bias).toBeCloseTo(0, 6);
    expect(spread).toBeGreaterThan(1.9);
    expect(spread).toBeLessThan(2.1);
  });

  it('stays a number when every outcome lies far out', () => {
    const far = Array.from({ length: 30 }, () => pitCell({ kind: 'normal', mean: 0, sd: 1 }, 50));
    const { bias, spread } = estimateDistortion(far);
    expect(bias).toBeGreaterThan(2);
    expect(spread).toBeGreaterThan(0);
    expect(Number.isFinite(spread)).toBe(true);
  });
});

describe('outcomes that all lie beyond the outermost edge', () => {
  it.each([10, 40, 200])('move forecasts no further than anything shows: %i outcomes', (count) => {
    const cells = cellsOf({ bias: 3.5, spread: 0.01, count });
    const { bias, spread } = estimateDistortion(cells);
    expect(bias).toBeGreaterThan(3);
    expect(bias).toBeLessThan(4.2);
    expect(spread).toBeGreaterThan(1);
    const lower = estimateDistortion(
      cells.map(({ low, high }) => ({ low: 1 - high, high: 1 - low })),
    );
    expect(lower.bias).toBeCloseTo(-bias, 9);
  });

  it('make a small ensemble no narrower', () => {
    const above = Array.from({ length: 200 }, () => ({ low: 5 / 6, high: 1 }));
    const { bias, spread } = estimateDistortion(above);
    expect(bias).toBeCloseTo(normalQuantile(5 / 6) + 1, 9);
    expect(spread).toBeGreaterThanOrEqual(1);
  });
});

describe('a forecast put right', () => {
  const distortion = { bias: -0.5, spread: 1.5 };

  it('is itself when nothing is wrong', () => {
    const forecast: PredictiveForecast = { kind: 'quantiles', p10: 3, p90: 11 };
    expect(recalibrate(forecast, { bias: 0, spread: 1 })).toBe(forecast);
  });

  it('is moved and stretched in its own deviations', () => {
    expect(recalibrate({ kind: 'normal', mean: 20, sd: 4 }, distortion)).toEqual({
      kind: 'normal',
      mean: 18,
      sd: 6,
    });
    expect(recalibrate({ kind: 'ensemble', points: [14, 10, 12] }, distortion)).toEqual({
      kind: 'ensemble',
      points: [14, 8, 11],
    });
    const box = recalibrate({ kind: 'uniform', min: 0, max: Math.sqrt(12) }, distortion);
    expect(box).toMatchObject({ kind: 'uniform' });
    if (box.kind !== 'uniform') throw new Error('not a box');
    expect((box.min + box.max) / 2).toBeCloseTo(Math.sqrt(3) - 0.5, 12);
    expect(box.max - box.min).toBeCloseTo(1.5 * Math.sqrt(12), 12);
  });

  it('does the same to quantiles of a normal', () => {
    const at = (mean: number, sd: number) => ({
      kind: 'quantiles' as const,
      p10: mean + sd * normalQuantile(0.1),
      p50: mean,
      p80: mean + sd * normalQuantile(0.8),
    });
    const moved = recalibrate(at(20, 4), distortion) as ReturnType<typeof at>;
    const wanted = at(18, 6);
    expect(moved.p10).toBeCloseTo(wanted.p10, 10);
    expect(moved.p50).toBeCloseTo(wanted.p50, 10);
    expect(moved.p80).toBeCloseTo(wanted.p80, 10);
  });

  it('stays within what there can be', () => {
    const rain = { kind: 'ensemble', points: [0, 2, 10] } as const;
    const moved = recalibrate(rain, distortion, { min: 0, max: 9 });
    if (moved.kind !== 'ensemble') throw new Error('not an ensemble');
    expect(Math.min(...moved.points)).toBe(0);
    expect(Math.max(...moved.points)).toBeLessThanOrEqual(9);
  });
});

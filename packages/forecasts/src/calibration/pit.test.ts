import { describe, expect, it } from 'vitest';
import { pit, pitCell } from './pit.ts';
import { hasSpread } from './predictive.ts';
import { rankHistogram } from './rank-histogram.ts';

describe('where an outcome lies in its forecast', () => {
  it('is a gap between members', () => {
    const forecast = { kind: 'ensemble', points: [21, 18, 26, 19] } as const;
    expect(pitCell(forecast, 17)).toEqual({ low: 0, high: 0.2 });
    expect(pitCell(forecast, 20)).toEqual({ low: 0.4, high: 0.6 });
    expect(pitCell(forecast, 30)).toEqual({ low: 0.8, high: 1 });
  });

  it('is all the gaps that a tie leaves', () => {
    const dry = { kind: 'ensemble', points: [0, 0, 0, 7] } as const;
    expect(pitCell(dry, 0)).toEqual({ low: 0, high: 0.8 });
    expect(pitCell(dry, 7)).toEqual({ low: 0.6, high: 1 });
    expect(pit(dry, 0, () => 0.25)).toBeCloseTo(0.2, 14);
  });

  it('is between two levels of quantiles, and a lump bounds nothing', () => {
    const forecast = { kind: 'quantiles', p10: 20, p50: 90, p90: 210, min: 0 } as const;
    expect(pitCell(forecast, 5)).toEqual({ low: 0, high: 0.1 });
    expect(pitCell(forecast, 100)).toEqual({ low: 0.5, high: 0.9 });
    expect(pitCell(forecast, 90)).toEqual({ low: 0.1, high: 0.9 });
    const lump = { kind: 'quantiles', p10: 0, p50: 0, p90: 12 } as const;
    expect(pitCell(lump, 0)).toEqual({ low: 0, high: 0.9 });
    expect(pitCell(lump, 3)).toEqual({ low: 0, high: 0.9 });
  });

  it('is one of 1024 cells of a density, the last ones for what lies far out', () => {
    const { low, high } = pitCell({ kind: 'normal', mean: 10, sd: 4 }, 14);
    expect(low).toBeLessThanOrEqual(0.8413447460685429);
    expect(high).toBeGreaterThan(0.8413447460685429);
    expect(high - low).toBe(1 / 1024);
    expect(pitCell({ kind: 'normal', mean: 10, sd: 4 }, 1e9).high).toBe(1);
    expect(pitCell({ kind: 'uniform', min: 2, max: 6 }, 3).low).toBe(0.25);
    expect(pitCell({ kind: 'uniform', min: 2, max: 6 }, -1).low).toBe(0);
  });
});

describe('the rank histogram', () => {
  it('counts gaps, ties by their shares', () => {
    const cells = [
      { low: 0, high: 0.2 },
      { low: 0, high: 0.2 },
      { low: 0.2, high: 0.8 },
    ];
    const counts = rankHistogram(cells, 5);
    [2, 1 / 3, 1 / 3, 1 / 3, 0].forEach((count, k) => {
      expect(counts[k]).toBeCloseTo(count, 12);
    });
  });
});

describe('spread', () => {
  it('is there, or not', () => {
    expect(hasSpread({ kind: 'normal', mean: 1, sd: 0 })).toBe(false);
    expect(hasSpread({ kind: 'ensemble', points: [4, 4] })).toBe(false);
    expect(hasSpread({ kind: 'quantiles', p10: 4, p90: 4 })).toBe(false);
    expect(hasSpread({ kind: 'uniform', min: 4, max: 4 })).toBe(false);
    expect(hasSpread({ kind: 'uniform', min: 4, max: 4.5 })).toBe(true);
  });
});

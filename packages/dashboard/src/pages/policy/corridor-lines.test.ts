/**
 * The lines of the corridor.
 */
import type { CorridorPoint, SiteStanding } from '@hedgerow/client';
import { describe, expect, it } from 'vitest';
import { exampleView } from '../../words/testing/example-view.ts';
import { corridorLines, earnedAboveFloor } from './corridor-lines.ts';
import { pointsNow } from './points-now.ts';

const point: CorridorPoint = {
  sequence: 10,
  at: '2026-11-15T08:00:00.000Z',
  baselineTotal: 80,
  promisedTotal: 72,
  guaranteedTotal: 75,
  observedTotal: 90,
  promisedForObserved: 72,
  pendingCount: 0,
  margin: 3,
  learnerCount: 5,
};

const valuesOf = (points: CorridorPoint[], mode: 'difference' | 'totals') =>
  corridorLines(points, mode, 'local').series.map(({ values }) => values[0]);

describe('corridorLines', () => {
  it('measures everything from the floor, so that the guarantee shows the safety budget', () => {
    expect(valuesOf([point], 'difference')).toEqual([0, point.margin, 8, 18]);
  });

  it('shows totals as they are', () => {
    expect(valuesOf([point], 'totals')).toEqual([72, 75, 80, 90]);
  });

  it('draws nothing where nothing is known of the usual choice', () => {
    const unknown = {
      ...point,
      baselineTotal: null,
      promisedTotal: null,
      guaranteedTotal: null,
      promisedForObserved: null,
    };
    expect(valuesOf([unknown], 'difference')).toEqual([null, null, null, null]);
  });
});

describe('earnedAboveFloor', () => {
  it('compares with the floor of those decisions that have paid, not of all', () => {
    const half = { ...point, observedTotal: 45, promisedForObserved: 36, pendingCount: 5 };
    expect(earnedAboveFloor(half)).toBeCloseTo(45 - 36, 12);
  });
});

describe('pointsNow', () => {
  const view = exampleView({ margin: 5, counts: { decisions: 10 } });

  it('lets the newest point say what the big number says', () => {
    const [first, last] = pointsNow([{ ...point, sequence: 9 }, point], view);
    expect(first).toMatchObject({ margin: 3, guaranteedTotal: 75 });
    expect(last).toMatchObject({ margin: 5, guaranteedTotal: 77 });
  });

  it('draws the least budget of several sites, and guarantees what they have together', () => {
    const sites = [5, 8].map((margin) => ({ margin }) as SiteStanding);
    const [last] = pointsNow([point], view, sites);
    expect(last).toMatchObject({ margin: view.margin, guaranteedTotal: 72 + 5 + 8 });
  });

  it('changes nothing while the view is of another moment, or unknown', () => {
    const points = [{ ...point, sequence: 9 }];
    expect(pointsNow(points, view)).toBe(points);
    expect(pointsNow(points, null)).toBe(points);
    expect(pointsNow([], view)).toEqual([]);
  });
});

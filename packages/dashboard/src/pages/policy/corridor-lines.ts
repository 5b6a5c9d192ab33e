/**
 * The lines of the corridor: totals as they are, or measured from the promised floor.
 *
 * Totals grow for ever and lie close together, so the difference shows more. Rewards that have not
 * come are left out on both sides: what was earned is compared with the floor of as many decisions.
 */
import type { CorridorPoint } from '@hedgerow/client';
import type { ChartBand, ChartSeries } from '../../charts/line-canvas.ts';

export type CorridorMode = 'difference' | 'totals';

export interface CorridorLines {
  readonly x: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly bands: readonly ChartBand[];
}

/** Returns what is drawn in one of the two ways. */
export function corridorLines(
  points: readonly CorridorPoint[],
  mode: CorridorMode,
  usual: string,
): CorridorLines {
  const line = (read: (point: CorridorPoint) => number | null) =>
    points.map((point) => (mode === 'totals' ? read(point) : aboveFloor(point, read(point))));
  const earned = points.map((point) =>
    mode === 'totals' ? point.observedTotal : earnedAboveFloor(point),
  );
  return {
    x: points.map(({ sequence }) => sequence),
    series: [
      {
        name: 'Promised floor',
        values: line((point) => point.promisedTotal),
        colour: '--floor',
        width: 3,
      },
      { name: 'Guaranteed', values: line((point) => point.guaranteedTotal), colour: '--learner' },
      {
        name: `${capitalised(usual)} would have earned`,
        values: line((point) => point.baselineTotal),
        colour: '--usual',
        dash: [8, 5],
      },
      { name: 'Really earned', values: earned, colour: '--earned', dash: [2, 3] },
    ],
    bands: [{ upper: 1, lower: 0, colour: '--learner-soft' }],
  };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function aboveFloor({ promisedTotal }: CorridorPoint, value: number | null): number | null {
  return promisedTotal === null || value === null ? null : value - promisedTotal;
}

/** Returns earnings above the floor of those decisions whose reward has come. */
export function earnedAboveFloor({
  observedTotal,
  promisedForObserved,
}: CorridorPoint): number | null {
  return promisedForObserved === null ? null : observedTotal - promisedForObserved;
}

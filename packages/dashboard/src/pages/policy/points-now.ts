/**
 * The corridor as it stands now.
 *
 * Each point was drawn right after its decision, when the reward could still be the worst. For the
 * newest decision more is known by now, and the big number beside the chart says so; so does its point.
 */
import type { CorridorPoint, PolicyView } from '@hedgerow/client';

/** Leaves the points alone where the view is not of the same moment. */
export function pointsNow(
  points: readonly CorridorPoint[],
  view: PolicyView | null,
): readonly CorridorPoint[] {
  const last = points.at(-1);
  const margin = view?.margin ?? null;
  if (last === undefined || margin === null || last.sequence !== view?.counts.decisions) {
    return points;
  }
  const guaranteedTotal = last.promisedTotal === null ? null : last.promisedTotal + margin;
  return [...points.slice(0, -1), { ...last, margin, guaranteedTotal }];
}

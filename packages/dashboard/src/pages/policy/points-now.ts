/**
 * The corridor as it stands now. With several sites the budget is the least of theirs, as in the big number,
 * and what is guaranteed of all of them together is counted from the sum.
 *
 * Each point was drawn right after its decision, when the reward could still be the worst. For the
 * newest decision more is known by now, and the big number beside the chart says so; so does its point.
 */
import type { CorridorPoint, PolicyView, SiteStanding } from '@hedgerow/client';

/** Leaves the points alone where the view is not of the same moment. */
export function pointsNow(
  points: readonly CorridorPoint[],
  view: PolicyView | null,
  sites: readonly SiteStanding[] = [],
): readonly CorridorPoint[] {
  const last = points.at(-1);
  const margin = view?.margin ?? null;
  if (last === undefined || margin === null || last.sequence !== view?.counts.decisions) {
    return points;
  }
  const budget =
    sites.length === 0 ? margin : sites.reduce((sum, { margin }) => sum + (margin ?? 0), 0);
  const guaranteedTotal = last.promisedTotal === null ? null : last.promisedTotal + budget;
  return [...points.slice(0, -1), { ...last, margin, guaranteedTotal }];
}

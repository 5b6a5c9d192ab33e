/**
 * Which time the charts of a policy show: all of it, the newest hours or days, or a stretch that was marked
 * on a chart.
 */
import type { CorridorPoint } from '@hedgerow/client';

/** What one can choose by name. */
export const RANGE_NAMES = {
  all: 'All',
  month: '30 days',
  week: '7 days',
  day: '24 hours',
  hour: '1 hour',
} as const;

export type RangeName = keyof typeof RANGE_NAMES;

export type TimeRange =
  | { readonly kind: RangeName }
  | { readonly kind: 'between'; readonly since: string; readonly until: string };

export const WHOLE_TIME: TimeRange = { kind: 'all' };

const HOURS: Readonly<Record<Exclude<RangeName, 'all'>, number>> = {
  month: 720,
  week: 168,
  day: 24,
  hour: 1,
};

export interface Span {
  readonly since?: string;
  readonly until?: string;
}

/** Returns what the service is asked for. */
export function spanOf(range: TimeRange, now: number): Span {
  if (range.kind === 'all') return {};
  if (range.kind === 'between') return { since: range.since, until: range.until };
  return { since: new Date(now - HOURS[range.kind] * 3_600_000).toISOString() };
}

/** Returns the stretch between two places on the axis of decisions; null if no point lies there. */
export function rangeBetween(
  points: readonly CorridorPoint[],
  from: number,
  to: number,
): TimeRange | null {
  const inside = points.filter(({ sequence }) => sequence >= from && sequence <= to);
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  return { kind: 'between', since: first.at, until: last.at };
}

/**
 * The points of the time that a reader has chosen, and the choice itself.
 *
 * The whole course is loaded in any case, because the sentence and the verdict speak of it; a shorter time
 * is asked for by itself, so that it is drawn as finely.
 */
import type { CorridorPoint } from '@hedgerow/client';
import { useKept } from '../../addresses/use-kept.ts';
import { currentTime } from '../../design/time-text.ts';
import { useLoaded } from '../../live/use-loaded.ts';
import { rangeBetween, spanOf, type TimeRange, WHOLE_TIME } from './time-range.ts';

export interface RangeState {
  readonly range: TimeRange;
  readonly choose: (range: TimeRange) => void;
  /** What was marked on a chart, by decisions. */
  readonly mark: (from: number, to: number) => void;
  /** The points of the chosen time; null while they are loaded. */
  readonly points: readonly CorridorPoint[] | null;
}

export interface RangeInput {
  readonly policy: string;
  readonly version: number;
  /** The whole course. */
  readonly all: readonly CorridorPoint[];
  readonly pointsMax: number;
}

export function useRange({ policy, version, all, pointsMax }: RangeInput): RangeState {
  const [range, choose] = useKept<TimeRange>('range', WHOLE_TIME);
  const isWhole = range.kind === 'all';
  const loaded = useLoaded({
    name: `${policy} ${JSON.stringify(range)}`,
    load: (service, signal) => {
      const span = spanOf(range, currentTime());
      return service.corridor(policy, { points: pointsMax, ...span }, { signal });
    },
    version,
    isWaiting: isWhole,
  });
  const points = isWhole ? all : (loaded.value?.points ?? null);
  const mark = (from: number, to: number) => {
    const marked = rangeBetween(points ?? [], from, to);
    if (marked !== null) choose(marked);
  };
  return { range, choose, mark, points };
}

/**
 * What the charts of a policy draw, and what a reader can do on them.
 */
import type { CorridorPoint } from '@hedgerow/client';

export interface DrawnPoints {
  /** The points of the chosen time; null while they are loaded. */
  readonly points: readonly CorridorPoint[] | null;
  /** Called with the first and last decision of a stretch that was marked. */
  readonly onMark: (from: number, to: number) => void;
}

export const NO_POINTS: readonly CorridorPoint[] = [];

/**
 * From where to where the vertical axis of a chart goes: a little air above and below, and 0 in sight if
 * asked.
 */
export interface AxisData {
  /** Null where there are no numbers at all. */
  readonly min: number | null;
  readonly max: number | null;
  readonly hasZero: boolean;
}

/** Returns both ends; they differ even where all numbers are the same, else nothing would be drawn. */
export function axisRange({ min, max, hasZero }: AxisData): [number, number] {
  if (min === null || max === null) return [0, 1];
  const low = hasZero ? Math.min(0, min) : min;
  const high = hasZero ? Math.max(0, max) : max;
  if (low === 0 && high === 0) return [0, 1];
  const air = (high - low || Math.abs(high)) * 0.06;
  return [low === 0 ? 0 : low - air, high === 0 ? 0 : high + air];
}

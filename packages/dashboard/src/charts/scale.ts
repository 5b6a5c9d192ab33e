/**
 * A horizontal scale: from numbers to percent of a width.
 */
export interface Scale {
  readonly low: number;
  readonly high: number;
}

/** Returns a scale that covers all numbers with a little air at both ends. */
export function scaleOver(values: readonly number[], air = 0.04): Scale {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return { low: 0, high: 1 };
  const low = Math.min(...finite);
  const high = Math.max(...finite);
  const extra = (high - low || Math.abs(high) || 1) * air;
  return { low: low - extra, high: high + extra };
}

/** Returns where a number stands, in percent from the start, kept between 0 and 100. */
export function percentOn({ low, high }: Scale, value: number): number {
  const share = (value - low) / (high - low || 1);
  return 100 * Math.min(1, Math.max(0, share));
}

/**
 * Round numbers along an axis: steps of 1, 2 or 5 times a power of ten.
 */

export interface AxisRange {
  readonly min: number;
  readonly max: number;
}

/** Returns round numbers within the range, about as many as asked for. */
export function niceTicks({ min, max }: AxisRange, count: number): number[] {
  if (!(max > min)) return [min];
  const step = niceStep((max - min) / count);
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  // Adding 0 turns −0 into 0.
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step + 0);
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/**
 * Ends of an axis: a little beyond what is drawn, at round numbers.
 */

/** Returns [low, high] that hold all values; 0 belongs to it. */
export function linearDomain(values: readonly number[]): [number, number] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = roundStep((high - low) / 8 || 1);
  return [Math.floor(low / step) * step, Math.ceil((high + 0.02 * (high - low)) / step) * step];
}

/** Returns powers of ten around all values, which must be positive. */
export function logDomain(values: readonly number[]): [number, number] {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  return [10 ** low, 10 ** Math.max(high, low + 1)];
}

/** Returns where a logarithmic axis has its lines: 1, 2, 5 or, over many powers of ten, only 1. */
export function logTicks([low, high]: readonly [number, number]): number[] {
  const powerCount = Math.round(Math.log10(high / low));
  const multiples = powerCount > 2 ? [1] : [1, 2, 5];
  const powers = Array.from({ length: powerCount + 1 }, (_, power) => low * 10 ** power);
  return powers
    .flatMap((power) => multiples.map((multiple) => multiple * power))
    .filter((value) => value <= high * 1.001);
}

/** 1, 2 or 5 times a power of ten, at least the size given. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const multiple = [1, 2, 5, 10].find((candidate) => candidate * power >= size * 0.999)!;
  return multiple * power;
}

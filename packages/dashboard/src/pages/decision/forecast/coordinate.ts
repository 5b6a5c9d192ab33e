/**
 * One coordinate of a forecast as a list of its quantiles, whatever kind of forecast it was.
 *
 * Two hundred evenly spaced quantiles are enough for a picture and for saying where most outcomes
 * lie, and forecasts of every kind can be mixed by putting their lists together.
 */
export interface Coordinate {
  readonly mean: number;
  /** In rising order. */
  readonly quantiles: readonly number[];
}

const COUNT = 200;

/** The levels of the quantiles, from 0.0025 to 0.9975. */
export const LEVELS: readonly number[] = Array.from({ length: COUNT }, (_, i) => (i + 0.5) / COUNT);

/** Returns the coordinate with this quantile function. */
export function coordinateOf(mean: number, quantile: (level: number) => number): Coordinate {
  return { mean, quantiles: LEVELS.map(quantile) };
}

/** Returns the quantile of a level between 0 and 1. */
export function quantileAt({ quantiles }: Coordinate, level: number): number {
  const place = Math.min(quantiles.length - 1, Math.max(0, level * quantiles.length - 0.5));
  const before = quantiles[Math.floor(place)]!;
  const after = quantiles[Math.ceil(place)]!;
  return before + (after - before) * (place - Math.floor(place));
}

/** True where nothing is left open. */
export function isCertain({ quantiles }: Coordinate): boolean {
  return quantiles[0] === quantiles.at(-1);
}

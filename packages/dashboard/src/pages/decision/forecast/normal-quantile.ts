/**
 * Returns the quantile of the standard normal distribution for a level between 0 and 1.
 *
 * Abramowitz and Stegun, 26.2.23: wrong by less than 0.00045, which no picture shows.
 */
export function normalQuantile(level: number): number {
  if (level > 0.5) return -normalQuantile(1 - level);
  const t = Math.sqrt(-2 * Math.log(level));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return above / below - t;
}

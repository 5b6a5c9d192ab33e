/**
 * P(Z < x) for a standard normal Z, to full precision.
 *
 * Near the middle by the series Φ(x) − ½ = density · Σ x^(2k+1) / (1·3·5…(2k+1)), whose terms are all
 * positive; beyond 3 by the continued fraction of Mills' ratio, from the inside out.
 */
const SERIES_END = 3;
const FRACTION_DEPTH = 60;

/** Deviations between which 8 of 10 normal numbers lie. */
export const EIGHT_OF_TEN = 1.2815515655446004;

/** Returns P(Z < value). */
export function normalProbability(value: number): number {
  if (value > 0) return 1 - normalProbability(-value);
  const distance = -value;
  const density = Math.exp(-0.5 * distance * distance) / Math.sqrt(2 * Math.PI);
  if (distance < SERIES_END) return 0.5 - density * seriesOf(distance);
  let fraction = distance;
  for (let depth = FRACTION_DEPTH; depth > 0; depth--) fraction = distance + depth / fraction;
  return density / fraction;
}

function seriesOf(distance: number): number {
  let term = distance;
  let sum = distance;
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= (distance * distance) / odd;
    sum += term;
  }
  return sum;
}

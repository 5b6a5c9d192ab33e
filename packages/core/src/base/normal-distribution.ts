/**
 * The tail of the standard normal distribution to full precision.
 *
 * Near the middle by the series Φ(x) − ½ = φ(x) · Σ x^(2k+1) / (1·3·5…(2k+1)), whose terms are all
 * positive; beyond 3 by the continued fraction of Mills' ratio, evaluated from the inside out.
 */
const SERIES_END = 3;
const FRACTION_DEPTH = 60;

/** Returns P(Z > value) for a standard normal Z; relative error below 1e-13. */
export function upperNormalProbability(value: number): number {
  if (value < 0) return 1 - upperNormalProbability(-value);
  const density = Math.exp(-0.5 * value * value) / Math.sqrt(2 * Math.PI);
  return value < SERIES_END ? 0.5 - density * series(value) : density / millsFraction(value);
}

function series(value: number): number {
  let term = value;
  let sum = value;
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= (value * value) / odd;
    sum += term;
  }
  return sum;
}

/** x + 1/(x + 2/(x + 3/(x + …))) */
function millsFraction(value: number): number {
  let fraction = value;
  for (let depth = FRACTION_DEPTH; depth > 0; depth--) fraction = value + depth / fraction;
  return fraction;
}

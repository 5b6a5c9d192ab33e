/**
 * The standard normal distribution: density, distribution function Φ, and its inverse.
 *
 * Φ(x) = 1/2 + φ(x)·(x + x³/3 + x⁵/(3·5) + …); all terms have one sign, so nothing cancels and the
 * result is right to the last digits. Beyond 8 deviations lies less than 1e-15: that counts as nothing.
 * The inverse halves an interval until it cannot be halved: slow, short, and right everywhere.
 */

const FARTHEST = 8;

/** Returns the density φ at x. */
export function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
}

/** Returns the probability Φ below x; infinities are allowed. */
export function normalCdf(x: number): number {
  if (x <= -FARTHEST) return 0;
  if (x >= FARTHEST) return 1;
  let term = x;
  let sum = x;
  for (let odd = 3, before = Number.NaN; sum !== before; odd += 2) {
    before = sum;
    term *= (x * x) / odd;
    sum += term;
  }
  return 0.5 + sum * normalDensity(x);
}

/** Returns the x below which the probability is `level`; infinite for 0 and 1. */
export function normalQuantile(level: number): number {
  if (level <= 0) return Number.NEGATIVE_INFINITY;
  if (level >= 1) return Number.POSITIVE_INFINITY;
  let low = -FARTHEST;
  let high = FARTHEST;
  for (let middle = 0; low < middle && middle < high; middle = (low + high) / 2) {
    if (normalCdf(middle) < level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

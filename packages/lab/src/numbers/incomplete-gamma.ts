/**
 * The regularised lower incomplete gamma function P(a, x) as a logarithm: it stays exact where the function
 * itself is too small for a number.
 *
 * A power series left of a + 1, Lentz's continued fraction of the other tail right of it.
 */
import { logGamma } from './beta-distribution.ts';

const STEPS_MAX = 100_000;
const TINY = 1e-300;
const PRECISION = 1e-16;

/** Returns ln P(shape, value), for a shape above 0 and a value of at least 0. */
export function logLowerGamma(shape: number, value: number): number {
  if (value <= 0) return Number.NEGATIVE_INFINITY;
  const logFront = shape * Math.log(value) - value - logGamma(shape);
  if (value < shape + 1) return logFront + Math.log(series(shape, value));
  return Math.log1p(-Math.exp(logFront) * continuedFraction(shape, value));
}

function series(shape: number, value: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let step = 1; step <= STEPS_MAX; step++) {
    term *= value / (shape + step);
    sum += term;
    if (term < PRECISION * sum) break;
  }
  return sum;
}

function continuedFraction(shape: number, value: number): number {
  let even = value + 1 - shape;
  let numerator = 1 / TINY;
  let denominator = 1 / even;
  let result = denominator;
  for (let step = 1; step <= STEPS_MAX; step++) {
    const odd = -step * (step - shape);
    even += 2;
    denominator = 1 / awayFromZero(odd * denominator + even);
    numerator = awayFromZero(even + odd / numerator);
    const factor = denominator * numerator;
    result *= factor;
    if (Math.abs(factor - 1) < PRECISION) break;
  }
  return result;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

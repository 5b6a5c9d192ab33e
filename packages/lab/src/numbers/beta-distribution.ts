/**
 * The beta distribution: its distribution function (the regularised incomplete beta function) and
 * its quantiles. They give bounded noise for worlds and exact limits for counts.
 *
 * The distribution function is Lentz's continued fraction, used on the side of the mean where it
 * converges fast. Quantiles are Newton's method kept inside a bracket that only shrinks.
 */
const FRACTION_STEPS = 300;
const TINY = 1e-300;
/** Enough to halve the bracket down to 1e-120, where quantiles of lopsided shapes lie. */
const QUANTILE_STEPS = 400;

export interface BetaShape {
  /** First parameter a, greater than 0: pulls towards 1. */
  readonly towardsOne: number;
  /** Second parameter b, greater than 0: pulls towards 0. */
  readonly towardsZero: number;
}

/** Returns P(X ≤ value). */
export function betaProbability(value: number, shape: BetaShape): number {
  return probability(value, shape, logNormaliser(shape));
}

/** Returns the value with P(X ≤ value) = `probabilityBelow`, from 0 to 1. */
export function betaQuantile(probabilityBelow: number, shape: BetaShape): number {
  if (probabilityBelow <= 0) return 0;
  if (probabilityBelow >= 1) return 1;
  const logScale = logNormaliser(shape);
  let low = 0;
  let high = 1;
  let value = shape.towardsOne / (shape.towardsOne + shape.towardsZero);
  for (let step = 0; step < QUANTILE_STEPS; step++) {
    const excess = probability(value, shape, logScale) - probabilityBelow;
    if (excess > 0) high = value;
    else low = value;
    const newton = value - excess / Math.exp(logDensity(value, shape, logScale));
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const isSettled = Math.abs(next - value) <= 1e-13 * value;
    value = next;
    if (isSettled) break;
  }
  return value;
}

function probability(value: number, shape: BetaShape, logScale: number): number {
  if (value <= 0) return 0;
  if (value >= 1) return 1;
  const { towardsOne, towardsZero } = shape;
  const front = Math.exp(
    towardsOne * Math.log(value) + towardsZero * Math.log1p(-value) - logScale,
  );
  const isBelowMean = value < (towardsOne + 1) / (towardsOne + towardsZero + 2);
  return isBelowMean
    ? (front * continuedFraction(value, towardsOne, towardsZero)) / towardsOne
    : 1 - (front * continuedFraction(1 - value, towardsZero, towardsOne)) / towardsZero;
}

function logDensity(value: number, shape: BetaShape, logScale: number): number {
  return (
    (shape.towardsOne - 1) * Math.log(value) +
    (shape.towardsZero - 1) * Math.log1p(-value) -
    logScale
  );
}

function continuedFraction(value: number, first: number, second: number): number {
  let numerator = 1;
  let denominator = 1 / awayFromZero(1 - ((first + second) * value) / (first + 1));
  let result = denominator;
  for (let step = 1; step <= FRACTION_STEPS; step++) {
    const double = 2 * step;
    const even = (step * (second - step) * value) / ((first + double - 1) * (first + double));
    denominator = 1 / awayFromZero(1 + even * denominator);
    numerator = awayFromZero(1 + even / numerator);
    result *= denominator * numerator;
    const odd =
      (-(first + step) * (first + second + step) * value) /
      ((first + double) * (first + double + 1));
    denominator = 1 / awayFromZero(1 + odd * denominator);
    numerator = awayFromZero(1 + odd / numerator);
    const factor = denominator * numerator;
    result *= factor;
    if (Math.abs(factor - 1) < 1e-15) break;
  }
  return result;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/** ln B(a, b). */
function logNormaliser({ towardsOne, towardsZero }: BetaShape): number {
  return logGamma(towardsOne) + logGamma(towardsZero) - logGamma(towardsOne + towardsZero);
}

const LANCZOS_SHIFT = 607 / 128;
const LANCZOS_COEFFICIENTS = [
  0.9999999999999971, 57.15623566586292, -59.59796035547549, 14.136097974741746,
  -0.4919138160976202, 3.399464998481189e-5, 4.652362892704858e-5, -9.837447530487956e-5,
  0.0001580887032249125, -0.00021026444172410488, 0.00021743961811521265, -0.0001643181065367639,
  8.441822398385275e-5, -2.6190838401581408e-5, 3.6899182659531625e-6,
];

/** ln Γ for a positive number, by the sum of Lanczos. */
export function logGamma(value: number): number {
  let sum = LANCZOS_COEFFICIENTS[0]!;
  for (let term = 1; term < LANCZOS_COEFFICIENTS.length; term++) {
    sum += LANCZOS_COEFFICIENTS[term]! / (value + term);
  }
  const shifted = value + LANCZOS_SHIFT + 0.5;
  return (value + 0.5) * Math.log(shifted) - shifted + Math.log((2.5066282746310007 * sum) / value);
}

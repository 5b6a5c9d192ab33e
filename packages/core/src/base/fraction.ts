/**
 * Fractions of whole numbers, for the few comparisons in which not even the last bit may be wrong.
 *
 * A declared number stands for the simplest fraction that reads as it: .1 is a tenth, and 5 / 12 five
 * twelfths, although no double is. So what is exactly 0 for people is exactly 0 here.
 */
export interface Fraction {
  readonly numerator: bigint;
  /** Greater than 0. */
  readonly denominator: bigint;
}

/** Fractions of larger numbers than this are not simpler than the double itself. */
const SIMPLE_MAX = 1e9;

/** Returns the simplest fraction that is this number when it is rounded to a double. */
export function fractionOf(value: number): Fraction {
  const size = Math.abs(value);
  // The continued fraction of the number: each step is the best there is for its denominator.
  let [above, below, aboveBefore, belowBefore] = [1, 0, 0, 1];
  for (let rest = size; Number.isFinite(rest); ) {
    const whole = Math.floor(rest);
    [above, aboveBefore] = [whole * above + aboveBefore, above];
    [below, belowBefore] = [whole * below + belowBefore, below];
    if (below > SIMPLE_MAX || above > Number.MAX_SAFE_INTEGER) break;
    if (above / below === size) return fraction(BigInt(Math.sign(value) * above), BigInt(below));
    rest = 1 / (rest - whole);
  }
  return binaryFraction(value);
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return fraction(
    a.numerator * b.denominator + b.numerator * a.denominator,
    a.denominator * b.denominator,
  );
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, fraction(-b.numerator, b.denominator));
}

export function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** Returns a / b; b must not be 0. */
export function over(a: Fraction, b: Fraction): Fraction {
  const sign = b.numerator < 0n ? -1n : 1n;
  return times(a, fraction(sign * b.denominator, sign * b.numerator));
}

export function isNegative({ numerator }: Fraction): boolean {
  return numerator < 0n;
}

export function isBelow(a: Fraction, b: Fraction): boolean {
  return isNegative(minus(a, b));
}

/** Returns the fraction as a double, within two units in the last place. */
export function numberOf({ numerator, denominator }: Fraction): number {
  const divisor = Number(denominator);
  if (Number.isFinite(divisor)) return Number(numerator) / divisor;
  // Denominators of the smallest doubles are too large to be doubles themselves.
  const scale = numerator >> 512n === 0n || numerator >> 512n === -1n ? 2 ** 512 : 1;
  const whole = scale === 1 ? numerator >> 512n : numerator;
  return numberOf(fraction(whole, denominator >> 512n)) / scale;
}

function fraction(numerator: bigint, denominator: bigint): Fraction {
  return { numerator, denominator };
}

/** The double itself, whose denominator is a power of two. */
function binaryFraction(value: number): Fraction {
  let numerator = value;
  let denominator = 1n;
  for (; !Number.isInteger(numerator); numerator *= 2) denominator *= 2n;
  return fraction(BigInt(numerator), denominator);
}

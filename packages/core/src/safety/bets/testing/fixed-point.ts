/**
 * Numbers with 400 binary digits after the point, as BigInt: an oracle of about 120 digits for
 * tests of rounding. Nothing here is fast.
 */
const FRACTION_BITS = 400n;
const ONE = 1n << FRACTION_BITS;
const HALVINGS = 16n;

/** Returns mantissa and exponent with value = mantissa · 2^exponent, exactly. */
function decompose(value: number): { readonly mantissa: bigint; readonly exponent: bigint } {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not finite`);
  let mantissa = value;
  let exponent = 0n;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent -= 1n;
  }
  return { mantissa: BigInt(mantissa), exponent };
}

function shift(value: bigint, bits: bigint): bigint {
  return bits >= 0n ? value << bits : value >> -bits;
}

/** Returns a double as a fixed-point number. */
export function fixed(value: number): bigint {
  const { mantissa, exponent } = decompose(value);
  return shift(mantissa, exponent + FRACTION_BITS);
}

/** Returns the product of two doubles, cut only once, at the end. */
export function fixedProduct(left: number, right: number): bigint {
  const [a, b] = [decompose(left), decompose(right)];
  return shift(a.mantissa * b.mantissa, a.exponent + b.exponent + FRACTION_BITS);
}

/** Returns the product of two fixed-point numbers. */
export function multiply(left: bigint, right: bigint): bigint {
  return (left * right) >> FRACTION_BITS;
}

/** Returns e to the power of a fixed-point number below 1000. */
export function fixedExp(value: bigint): bigint {
  if (value < -1000n * ONE) return 0n;
  const reduced = value >> HALVINGS;
  let term = ONE;
  let total = ONE;
  for (let n = 1n; term !== 0n && n < 200n; n++) {
    term = multiply(term, reduced) / n;
    total += term;
  }
  for (let n = 0n; n < HALVINGS; n++) total = multiply(total, total);
  return total;
}

/** Returns the natural logarithm of a fixed-point number above 0. */
export function fixedLog(value: bigint): bigint {
  const bits = BigInt(value.toString(2).length) - FRACTION_BITS;
  const mantissa = shift(value, -bits);
  return logNearOne(mantissa) + bits * LOG_TWO;
}

/** Halley's iteration for the logarithm of a number from ½ to 1. */
function logNearOne(value: bigint): bigint {
  let guess = fixed(Math.log(Number(value >> (FRACTION_BITS - 60n)) / 2 ** 60));
  for (let step = 0; step < 5; step++) {
    const power = fixedExp(guess);
    guess += (2n * (value - power) * ONE) / (value + power);
  }
  return guess;
}

const LOG_TWO = -logNearOne(ONE / 2n);

/** Returns a fixed-point number as the nearest double, or nearly so. */
export function toDouble(value: bigint): number {
  const isNegative = value < 0n;
  const size = isNegative ? -value : value;
  const excess = Math.max(0, size.toString(2).length - 64);
  const magnitude = Number(size >> BigInt(excess)) * 2 ** (excess - Number(FRACTION_BITS));
  return isNegative ? -magnitude : magnitude;
}

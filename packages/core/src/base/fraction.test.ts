import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fractionOf, isBelow, isNegative, minus, numberOf, over, plus, times } from './fraction.ts';

/** Exactly the double, times 2^1074. */
function scaled(value: number): bigint {
  let [whole, shift] = [value, 1074n];
  for (; !Number.isInteger(whole); shift -= 1n) whole *= 2;
  return BigInt(whole) << shift;
}

const anyDouble = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -20, max: 20, noNaN: true }),
  fc
    .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 1, max: 999 }))
    .map(([a, b]) => a / b),
);

describe('a fraction', () => {
  it('of a decimal number is that number, and five twelfths are five twelfths', () => {
    const parts = (value: number) => {
      const { numerator, denominator } = fractionOf(value);
      return [Number(numerator), Number(denominator)];
    };
    expect([0.1, 8.4, -14.25, 0, 17].map(parts)).toEqual([
      [1, 10],
      [42, 5],
      [-57, 4],
      [0, 1],
      [17, 1],
    ]);
    expect([5 / 12, 1 / 3, 0.85].map(parts)).toEqual([
      [5, 12],
      [1, 3],
      [17, 20],
    ]);
    // .1 + .2 is not .3, and does not pass for it.
    expect(isBelow(fractionOf(0.3), fractionOf(0.1 + 0.2))).toBe(true);
  });

  it('reads as the number it is of, and is off by no more than half a unit in the last place', () => {
    fc.assert(
      fc.property(anyDouble, (value) => {
        const { numerator, denominator } = fractionOf(value);
        const off = scaled(value) * denominator - (numerator << 1074n);
        const room = Math.max(Math.abs(value) * Number.EPSILON, Number.MIN_VALUE) / 2;
        expect((off < 0n ? -off : off) <= scaled(room) * denominator).toBe(true);
        const read = numberOf(fractionOf(value));
        expect(Math.abs(read - value)).toBeLessThanOrEqual(4 * room);
      }),
      { numRuns: 1000 },
    );
  });

  it('is reckoned with exactly', () => {
    const [tenth, seven, five] = [0.1, 7, -5].map(fractionOf) as [never, never, never];
    expect(isNegative(minus(times(tenth, seven), fractionOf(0.7)))).toBe(false);
    expect(isNegative(minus(fractionOf(0.7), times(tenth, seven)))).toBe(false);
    expect(numberOf(plus(seven, five))).toBe(2);
    expect(numberOf(over(seven, five))).toBe(-1.4);
    expect(isNegative(over(seven, five))).toBe(true);
    const least = fractionOf(5e-324);
    expect(numberOf(plus(fractionOf(2), least))).toBe(2);
    expect(numberOf(times(fractionOf(-3), least))).toBe(-1.5e-323);
  });
});

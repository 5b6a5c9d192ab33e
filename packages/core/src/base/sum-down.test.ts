import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumDown } from './sum-down.ts';

/** A double as a whole number of 2^−1100: exact for all of them that matter here. */
function exact(value: number): bigint {
  let mantissa = value;
  let shift = 0;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    shift += 1;
  }
  return BigInt(mantissa) << BigInt(1100 - shift);
}

/** The next double above. */
function above(value: number): number {
  const bits = new BigInt64Array(1);
  const view = new Float64Array(bits.buffer);
  view[0] = value;
  if (value === 0) return Number.MIN_VALUE;
  bits[0]! += value > 0 ? 1n : -1n;
  return view[0]!;
}

const anyNumber = fc.oneof(
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.constantFrom(0.1, -0.1, 1e16, -1e16, 1e-16, 3, -1, 2 ** -54, -(2 ** -54), -(2 ** -53)),
);

describe('sumDown', () => {
  it('is the largest double that is not above the exact sum', () => {
    fc.assert(
      fc.property(fc.array(anyNumber, { maxLength: 8 }), (terms) => {
        const sum = sumDown(terms);
        const truth = terms.reduce((total, term) => total + exact(term), 0n);
        expect(exact(sum) <= truth).toBe(true);
        expect(exact(above(sum)) > truth).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('is exact where nothing has to be rounded', () => {
    expect(sumDown([])).toBe(0);
    expect(sumDown([10, -7.5, 2.25])).toBe(4.75);
    expect(sumDown([0.1, 1e16, -0.1, -1e16])).toBe(0);
  });
});

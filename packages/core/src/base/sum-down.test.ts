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

const anyNumber = fc.oneof(
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.constantFrom(0.1, -0.1, 1e16, -1e16, 1e-16, 3),
);

describe('sumDown', () => {
  it('is never above the exact sum, and hardly below it', () => {
    fc.assert(
      fc.property(fc.array(anyNumber, { maxLength: 8 }), (terms) => {
        const sum = sumDown(terms);
        const truth = terms.reduce((total, term) => total + exact(term), 0n);
        expect(exact(sum) <= truth).toBe(true);
        const size = terms.reduce((total, term) => total + Math.abs(term), 0);
        const slightly = exact(4 * Number.EPSILON * Math.abs(sum) + 1e-28 * size);
        expect(truth - exact(sum) <= slightly).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is exact where nothing has to be rounded', () => {
    expect(sumDown([])).toBe(0);
    expect(sumDown([10, -7.5, 2.25])).toBe(4.75);
  });
});

import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { differenceOfProducts } from './difference-of-products.ts';

/** A double as a whole number of 2⁻¹⁰⁷⁴. */
function exactly(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return value < 0 ? -size : size;
}

const amount = fc
  .double({ min: -1e6, max: 1e6, noNaN: true })
  .filter((x) => x === 0 || Math.abs(x) > 1e-9);

describe('a difference of products', () => {
  test.prop([amount, amount, amount, amount])('has the sign of the exact one', (a, b, c, d) => {
    const exact = exactly(a) * exactly(b) - exactly(c) * exactly(d);
    expect(Math.sign(differenceOfProducts(a, b, c, d))).toBe(exact > 0n ? 1 : exact < 0n ? -1 : 0);
  });

  test.prop([amount, amount, fc.integer({ min: -3, max: 3 })])(
    'has it also where the products are a few last bits apart',
    (a, b, steps) => {
      const c = a * (1 + steps * Number.EPSILON);
      const exact = exactly(a) * exactly(b) - exactly(c) * exactly(b);
      const found = differenceOfProducts(a, b, c, b);
      expect(Math.sign(found)).toBe(exact > 0n ? 1 : exact < 0n ? -1 : 0);
    },
  );

  it('is not what the plain expression says', () => {
    expect(0.1 * 6 - 4 * 0.15).not.toBe(differenceOfProducts(0.1, 6, 4, 0.15));
    expect(differenceOfProducts(0.1, 6, 4, 0.15)).toBeGreaterThan(0);
  });
});

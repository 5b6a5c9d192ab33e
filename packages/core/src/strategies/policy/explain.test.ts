/** Amounts in sentences: three digits, or all before the point; stored sentences rest on every one of them. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatAmount } from './explain.ts';

/** As amounts are defined; slower. */
function asDefined(value: number): string {
  return String(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3)));
}

it('writes three significant digits, or to the unit if that is more', () => {
  const amounts = [0, -0, 0.1, 0.0456, 0.999, 0.9995, 1.005, -1.235, 9.995, 99.95, 999.5, 1234.5];
  const written = ['0', '0', '0.1', '0.0456', '0.999', '1', '1', '-1.24', '9.99', '100', '1000'];
  expect(amounts.map((value) => formatAmount(value, ''))).toEqual([...written, '1235']);
  expect(formatAmount(2.5, 't/ha')).toBe('2.5 t/ha');
});

it('writes any amount as it is defined, close calls included', () => {
  const any = fc.double({ noDefaultInfinity: true });
  const usual = fc.double({ min: -1100, max: 1100, noNaN: true });
  const middle = fc
    .record({
      digits: fc.integer({ min: -1000, max: 1000 }),
      power: fc.integer({ min: 0, max: 5 }),
    })
    .map(({ digits, power }) => (digits + 0.5) / 10 ** power);
  fc.assert(
    fc.property(fc.oneof(any, usual, middle), (value) => {
      expect(formatAmount(value, '')).toBe(asDefined(value));
    }),
    { numRuns: 3000, seed: 1 },
  );
});

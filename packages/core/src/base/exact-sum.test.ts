import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactSum } from './exact-sum.ts';

const anyTerm = fc.oneof(
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.double({ min: -1e300, max: 1e300, noNaN: true }),
  fc.constantFrom(0.1, -0.1, 1e33, -1e16, 1e-16, 5e-324, -0, 3),
);
const terms = fc.array(anyTerm, { maxLength: 40 });

function sumOf(values: readonly number[]): ExactSum {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum;
}

describe('an exact sum', () => {
  it('is 0, without a sign, once all that was added is taken away again, in any order', () => {
    fc.assert(
      fc.property(terms, fc.infiniteStream(fc.nat()), (values, order) => {
        const sum = sumOf(values);
        const left = [...values];
        while (left.length > 0) {
          const [taken] = left.splice(order.next().value! % left.length, 1);
          sum.add(-taken!);
        }
        expect(sum.down()).toBe(0);
        expect(sum.exportState()).toEqual([]);
      }),
    );
  });

  it('does not depend on the order, on a detour or on being stored', () => {
    fc.assert(
      fc.property(terms, terms, (kept, passing) => {
        const sum = sumOf(kept);
        const detour = sumOf([...passing, ...[...kept].reverse()]);
        detour.addSum(sumOf(passing), -1);
        expect(detour.down()).toBe(sum.down());
        expect(detour.exportState()).toEqual(sum.exportState());
        const stored = new ExactSum();
        stored.importState(JSON.parse(JSON.stringify(sum.exportState())));
        expect(stored.exportState()).toEqual(sum.exportState());
        const copy = sumOf(passing);
        copy.copyFrom(sum);
        expect(copy.exportState()).toEqual(sum.exportState());
      }),
    );
  });

  it('keeps a reward after the typing error 1e33 was corrected', () => {
    const sum = sumOf([7.3, 1e33, 0.1]);
    sum.add(-1e33);
    sum.add(-7.3);
    expect(sum.down()).toBe(0.1);
  });

  it('refuses a state that is damaged', () => {
    expect(() => new ExactSum().importState([Number.NaN])).toThrow('numbers[0]');
  });
});

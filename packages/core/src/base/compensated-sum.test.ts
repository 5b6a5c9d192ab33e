import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CompensatedSum } from './compensated-sum.ts';

function sumOf(terms: readonly number[]): CompensatedSum {
  const sum = new CompensatedSum();
  for (const term of terms) sum.add(term);
  return sum;
}

describe('CompensatedSum', () => {
  it('keeps what ordinary addition loses', () => {
    expect(1e16 + 1 - 1e16).toBe(0);
    expect(sumOf([1e16, 1, -1e16]).value).toBe(1);
  });

  it('adds a million tenths to the last digit', () => {
    const sum = new CompensatedSum();
    for (let i = 0; i < 1e6; i++) sum.add(0.1);
    expect(sum.value).toBe(100000);
    expect(sum.magnitude).toBeCloseTo(100000, 3);
  });

  it('agrees with exact integer arithmetic, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger(), { maxLength: 40 }), (terms) => {
        const exact = terms.reduce((sum, term) => sum + BigInt(term), 0n);
        expect(sumOf(terms).value).toBe(Number(exact));
        expect(sumOf([...terms].reverse()).value).toBe(Number(exact));
      }),
    );
  });

  it('restores its state bit for bit', () => {
    const sum = sumOf([1e16, 3, -1e16, 0.1]);
    const copy = new CompensatedSum();
    copy.importState(sum.exportState());
    sum.add(7.7);
    copy.add(7.7);
    expect(copy.exportState()).toEqual(sum.exportState());
  });
});

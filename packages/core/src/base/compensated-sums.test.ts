import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CompensatedSums } from './compensated-sums.ts';
import { evenly } from './testing/evenly.ts';

const terms = fc.array(fc.oneof(evenly(-1e6, 1e6), evenly(-1, 1)), { maxLength: 60, size: 'max' });

function sumOf(values: readonly number[]): CompensatedSums {
  const sums = new CompensatedSums(2);
  for (const value of values) sums.add(1, value);
  return sums;
}

describe('compensated sums', () => {
  it('keep what plain addition loses', () => {
    expect(sumOf([1, 1e100, 1, -1e100]).value(1)).toBe(2);
    expect(sumOf([1, 1e100, 1, -1e100]).value(0)).toBe(0);
  });

  it('permutations agree, also after a detour through terms that are taken away again', () => {
    fc.assert(
      fc.property(terms, terms, (kept, passing) => {
        const forwards = sumOf(kept).value(1);
        const detour = [...passing, ...[...kept].reverse(), ...passing.map((value) => -value)];
        const size = [...kept, ...passing].reduce((sum, value) => sum + Math.abs(value), 0);
        expect(Math.abs(sumOf(detour).value(1) - forwards)).toBeLessThanOrEqual(
          1e-15 * Math.abs(forwards) + 1e-28 * size,
        );
      }),
    );
  });

  it('survive JSON bit for bit', () => {
    fc.assert(
      fc.property(terms, terms, (before, after) => {
        const original = sumOf(before);
        const copy = new CompensatedSums(2);
        copy.importState(JSON.parse(JSON.stringify(original.exportState())));
        for (const value of after) {
          original.add(1, value);
          copy.add(1, value);
        }
        expect(copy.exportState()).toStrictEqual(original.exportState());
      }),
    );
  });

  it('refuse a state that is damaged', () => {
    const sums = new CompensatedSums(1);
    expect(() => sums.importState({ totals: [], remainders: [0] })).toThrow('HR_INPUT_DIMENSION');
    expect(() => sums.importState({ totals: [Number.NaN], remainders: [0] })).toThrow('totals[0]');
  });
});

/**
 * The covering array by its definition: every combination that is asked for is in a row, or no accepted
 * row could hold it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveringArray, type FactorTable, type RowOf } from './covering-array.ts';

const SMALL: FactorTable = {
  shape: ['round', 'square', 'long'],
  colour: ['red', 'green'],
  size: ['small', 'large'],
  weight: ['light', 'heavy', 'huge'],
};

/** Two to five factors of two to four levels each. */
const table: fc.Arbitrary<FactorTable> = fc
  .array(fc.integer({ min: 2, max: 4 }), { minLength: 2, maxLength: 5 })
  .map((sizes) =>
    Object.fromEntries(
      sizes.map((size, factor) => [
        `f${factor}`,
        Array.from({ length: size }, (_, level) => `l${level}`),
      ]),
    ),
  );

/** Refuses some rows, by a rule that is the same every time it is asked. */
function refuser(salt: number, share: number): (row: RowOf<FactorTable>) => boolean {
  return (row) => {
    let hash = salt;
    for (const letter of Object.values(row).join()) {
      hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
    }
    return hash / 2 ** 32 >= share;
  };
}

function allRows(factors: FactorTable): RowOf<FactorTable>[] {
  let rows: Record<string, string>[] = [{}];
  for (const [name, levels] of Object.entries(factors)) {
    rows = rows.flatMap((row) => levels.map((level) => ({ ...row, [name]: level })));
  }
  return rows;
}

function holds(row: RowOf<FactorTable>, combination: readonly string[]): boolean {
  return combination.every((text) => {
    const [factor, level] = text.split('=');
    return row[factor!] === level;
  });
}

function countOf(factors: FactorTable, names: readonly string[]): number {
  return names.reduce((count, name) => count * factors[name]!.length, 1);
}

describe('the covering array', () => {
  it('shows every pair and every asked triple that an accepted row can hold, and no other', () => {
    fc.assert(
      fc.property(
        table,
        fc.nat(),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        (factors, salt, share) => {
          const names = Object.keys(factors);
          const together = names.length >= 3 ? [names.slice(0, 3)] : [];
          const isAccepted = refuser(salt, share);
          const { rows, covered, refused } = coveringArray({
            factors,
            constrained: names,
            together,
            isAccepted,
          });
          const accepted = allRows(factors).filter(isAccepted);
          for (const row of rows) expect(isAccepted(row)).toBe(true);
          for (const combination of covered) {
            expect(rows.some((row) => holds(row, combination))).toBe(true);
          }
          for (const combination of refused) {
            expect(accepted.some((row) => holds(row, combination))).toBe(false);
          }
          const pairCount = names.flatMap((one, i) =>
            names.slice(i + 1).map((other) => countOf(factors, [one, other])),
          );
          const wanted = [...pairCount, ...together.map((group) => countOf(factors, group))];
          const total = wanted.reduce((sum, count) => sum + count, 0);
          expect(covered.length + refused.length).toBe(total);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finds the same rows without asking about all, if first levels ask for nothing', () => {
    const refusals = fc.array(fc.tuple(fc.nat(4), fc.nat(4), fc.nat(2)), { maxLength: 6 });
    fc.assert(
      fc.property(table, refusals, (factors, refused) => {
        const names = Object.keys(factors);
        // A row is refused for two levels that are both not the first.
        const isAccepted = (row: RowOf<FactorTable>) =>
          refused.every(([one, other, level]) => {
            const [first, second] = [names[one % names.length]!, names[other % names.length]!];
            const wanted = `l${level + 1}`;
            return first === second || row[first] !== wanted || row[second] === 'l0';
          });
        const options = { factors, constrained: names, together: [], isAccepted };
        const all = coveringArray(options);
        const pruned = coveringArray({ ...options, isFirstLevelHarmless: true });
        const sorted = (list: typeof all.covered) => list.map((one) => one.join()).sort();
        expect(sorted(pruned.covered)).toEqual(sorted(all.covered));
        expect(sorted(pruned.refused)).toEqual(sorted(all.refused));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps refused pairs of free factors out of every row', () => {
    const pair = ['weight=huge', 'size=small'] as const;
    const { rows, refused, covered } = coveringArray({
      factors: SMALL,
      constrained: ['shape', 'colour', 'size'],
      together: [],
      isAccepted: (row) => !(row.shape === 'long' && row.colour === 'red'),
      refusedPairs: () => [pair],
    });
    expect(refused).toEqual([
      ['shape=long', 'colour=red'],
      ['size=small', 'weight=huge'],
    ]);
    for (const combination of covered) {
      expect(rows.some((row) => holds(row, combination))).toBe(true);
    }
    for (const combination of refused) {
      expect(rows.some((row) => holds(row, combination))).toBe(false);
    }
  });

  it('is far smaller than the full table, and always the same', () => {
    const factors: FactorTable = Object.fromEntries(
      Array.from({ length: 10 }, (_, i) => [`f${i}`, ['a', 'b', 'c']]),
    );
    const options = { factors, constrained: [], together: [], isAccepted: () => true };
    const { rows } = coveringArray(options);
    expect(rows.length).toBeLessThan(30);
    expect(coveringArray(options).rows).toEqual(rows);
  });
});

import { describe, expect, test } from 'vitest';
import { runSpreadCell } from './run-spread-cell.ts';
import { HEDGEROW, REFERENCE, SPREAD_CELLS, type SpreadCell } from './spread-cells.ts';
import { besideReferences, type SpreadRow, spreadRow } from './spread-row.ts';
import { giveOut } from './spread-rules.ts';

function cellOf(name: string): SpreadCell {
  return SPREAD_CELLS.find((cell) => cell.name === name)!;
}

function rowOf(name: string, trialCount: number, firstTrial = 0): SpreadRow {
  const cellIndex = SPREAD_CELLS.findIndex((cell) => cell.name === name);
  const range = { seed: 1, firstTrial, trialCount };
  return spreadRow(
    cellOf(name),
    runSpreadCell(cellOf(name), { cellIndex, seasonCount: 6, ...range }),
  );
}

/**
 * GATE3's table, without a book, was simulated by another program. Gains of 4,000 farms have a standard
 * error of .005 a season and .03 in total, theirs as well; counts one of .02 to .03.
 */
describe('the rules without a book', () => {
  const THEIRS = {
    'same bound': [[0.28, 0.33, 0.39, 0.43, 0.46, 0.47], 2.37, 1.34, 1.73],
    'same bound, 2 sd': [[0.28, 0.25, 0.27, 0.31, 0.34, 0.43], 1.89, 2.49, 3.27],
    'bound of what is left': [[0.26, 0.41, 0.46, 0.48, 0.49, 0.49], 2.61, 0.34, 0.83],
    'bound of what is left, 2 sd': [[0.21, 0.42, 0.47, 0.49, 0.5, 0.51], 2.59, 0.18, 0.82],
  } as const;

  test.each(Object.entries(THEIRS))('%s: gains and counts are those of the table', (name, row) => {
    const [gains, total, rash, turns] = row;
    const ours = rowOf(`weak trial, ${name}`, 4000);
    for (const [i, gain] of gains.entries()) {
      expect(Math.abs(ours.gains[i]! - gain), `season ${i + 1}`).toBeLessThan(0.02);
    }
    expect(Math.abs(ours.total.mean - total)).toBeLessThan(0.1);
    expect(Math.abs(ours.rashPlans.mean - rash)).toBeLessThan(0.1);
    expect(Math.abs(ours.turns.mean - turns)).toBeLessThan(0.1);
  });

  test('with a good trial they gain what the table says', () => {
    for (const [name, total] of [
      ['same bound', 2.86],
      ['same bound, 2 sd', 2.71],
      ['bound of what is left', 2.9],
      ['bound of what is left, 2 sd', 2.89],
    ] as const) {
      expect(Math.abs(rowOf(`good trial, ${name}`, 4000).total.mean - total), name).toBeLessThan(
        0.1,
      );
    }
  });

  test('what is left of the variance sends later fields elsewhere, and nobody to what is worse', () => {
    const beliefs = [
      { mean: 0.4, precision: 10 },
      { mean: 0.35, precision: 10 },
      { mean: -2, precision: 10 },
    ];
    const random = { normal: () => 0 } as never;
    const fields = { fieldCount: 4, telling: 5, random };
    const given = (kind: 'same' | 'left') =>
      giveOut({ kind, boldness: 1 }, beliefs, fields).map(({ candidate }) => candidate);
    expect(given('same')).toEqual([0, 0, 0, 0]);
    expect(given('left')).toEqual([0, 1, 0, 0]);
    expect(giveOut({ kind: 'left', boldness: 1 }, [beliefs[2]!], fields)[0]!.candidate).toBeNull();
  });
});

describe('hedgerow beside the reference', () => {
  /**
   * Seeds are fixed. On the same farms the difference of the two totals has a standard error of about .01
   * with 150 of them: 98 of 100 is four of these below what 4,000 farms give, and counts are within a half.
   */
  test('gains as much behind the same book, and plans no more rashly', () => {
    const names = [REFERENCE, HEDGEROW].map((player) => `weak trial, ${player}`);
    const [, hedgerow] = besideReferences(names.map((name) => rowOf(name, 150)));
    expect(hedgerow!.beside!.gain).toBeGreaterThan(0.98);
    expect(hedgerow!.beside!.rashPlans).toBeLessThan(1.5);
    expect(hedgerow!.beside!.turns).toBeLessThan(1.5);
  });

  test('is behind by gain, by rash plans or by turns, where there are farms enough', () => {
    const reference = { ...rowOf(`weak trial, ${REFERENCE}`, 2), trials: 400 };
    const one = (mean: number) => ({ mean, standardError: 0 });
    const base = { ...reference, total: one(1), rashPlans: one(0.3), turns: one(0.8) };
    const verdict = (changes: Partial<SpreadRow>) =>
      besideReferences([base, { ...base, name: `weak trial, ${HEDGEROW}`, ...changes }])[1]!
        .isBehind;
    expect(verdict({ total: one(0.985), rashPlans: one(0.32), turns: one(0.87) })).toBe(false);
    expect(verdict({ total: one(0.975) })).toBe(true);
    expect(verdict({ rashPlans: one(0.34) })).toBe(true);
    expect(verdict({ turns: one(0.89) })).toBe(true);
    expect(verdict({ total: one(0), trials: 399 })).toBeNull();
  });

  test('gives the same numbers however farms are shared out', () => {
    const name = `good trial, ${HEDGEROW}`;
    const [both, second] = [rowOf(name, 2), rowOf(name, 1, 1)];
    const first = rowOf(name, 1);
    expect(both.total.mean).toBeCloseTo((first.total.mean + second.total.mean) / 2, 12);
  });
});

import { describe, expect, it } from 'vitest';
import { PRICE_CELLS } from './price-cells.ts';
import { isPromiseFailed, type PriceRow, priceRows } from './price-row.ts';
import { priceTable } from './price-table.ts';
import { referenceOf } from './references.ts';
import type { TrialResult } from './run-cell.ts';

function trial(expectedRegret: number, changes: Partial<TrialResult> = {}): TrialResult {
  return {
    expectedRegret,
    baselineRounds: 30,
    heldOutRounds: 0,
    isPromiseBroken: false,
    isCertificateInvalid: false,
    broken: { expected: false, played: false, realised: false, observed: false },
    ...changes,
  };
}

function cellOf(strategy: string) {
  return PRICE_CELLS.find(
    (cell) => cell.strategy.name === strategy && cell.allowedShortfall === 0.1,
  )!;
}

const RESULTS = [
  { cell: cellOf('as-written'), trials: [trial(1300), trial(1310), trial(1290)] },
  { cell: cellOf('hedge'), trials: [trial(500), trial(530), trial(470)] },
];

function rows(roundCount = 2000): PriceRow[] {
  return priceRows(RESULTS, { seed: 1, roundCount });
}

describe('a row of the price report', () => {
  it('compares with as-written trial by trial', () => {
    const [asWritten, hedge] = rows();
    expect(asWritten!.differenceToAsWritten).toBeNull();
    expect(hedge!.differenceToAsWritten).toBe(-800);
    expect(hedge!.differenceStandardError).toBeCloseTo(Math.sqrt((20 ** 2 + 20 ** 2) / 2 / 3), 10);
  });

  it('compares with the reference, but only over as many rounds', () => {
    expect(rows()[1]!.isWithinReference).toBe(true);
    expect(rows()[1]!.reference).toBe(483.7);
    expect(rows(500)[1]!.isWithinReference).toBeNull();
  });

  it('is not within the reference when more than three standard errors above it', () => {
    const trials = [trial(540), trial(541), trial(542)];
    const [row] = priceRows([{ cell: cellOf('hedge'), trials }], { seed: 1, roundCount: 2000 });
    expect(row!.isWithinReference).toBe(false);
    expect(priceTable([row!])).toContain('HIGHER');
  });

  it('fails the check only for a sound strategy', () => {
    const bad = [trial(500, { isPromiseBroken: true }), trial(500, { isCertificateInvalid: true })];
    const fails = (strategy: string, trials: TrialResult[]) =>
      priceRows([{ cell: cellOf(strategy), trials }], { seed: 1, roundCount: 9 }).some(
        isPromiseFailed,
      );
    expect(fails('as-written', bad)).toBe(false);
    expect(fails('hedge', [bad[0]!])).toBe(true);
    expect(fails('hedge', [bad[1]!])).toBe(true);
    expect(fails('hedge', [trial(1)])).toBe(false);
    const hundred = (bads: number) =>
      Array.from({ length: 100 }, (_, i) => (i < bads ? bad[0]! : trial(1)));
    expect([0, 1, 2].map((bads) => fails('hedge', hundred(bads)))).toEqual([false, false, true]);
  });
});

describe('the price table', () => {
  it('aligns its columns and says what they mean', () => {
    const lines = priceTable(rows()).split('\n');
    expect(lines[0]).toBe(
      'The price of safety: expected regret over 2000 rounds, 3 trials, seed 1.',
    );
    expect(lines[3]).toContain('1300 ± 6');
    expect(lines[4]).toContain('-800 ± 12');
    expect(lines[3]!.indexOf('1295 ± 28')).toBe(lines[4]!.indexOf('484 ± 9') - 2);
  });
});

describe('the cells', () => {
  it('all have a reference', () => {
    const missing = PRICE_CELLS.filter(
      ({ experiment, strategy, allowedShortfall }) =>
        referenceOf({ experiment, strategy: strategy.name, allowedShortfall }) === null,
    );
    expect(missing).toEqual([]);
  });

  it('hold the default strategy once for each shortfall', () => {
    const shortfalls = PRICE_CELLS.filter(({ strategy }) => strategy.name === 'hedge').map(
      ({ allowedShortfall }) => allowedShortfall,
    );
    expect(shortfalls).toEqual([0.1, 0.3, 0.5, 0.8]);
  });
});

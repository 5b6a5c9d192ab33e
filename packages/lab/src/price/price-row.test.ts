import { describe, expect, it } from 'vitest';
import { planCells, planDifferences, recordedRounds } from '../experiments/experiment-plan.ts';
import type { CellSummary, ExperimentSummary } from '../experiments/experiment-summary.ts';
import { checkExperiment } from '../experiments/parse-experiment.ts';
import { summarise, summariseCell, summariseDifference } from '../experiments/summarise.ts';
import { type RecordFact, RecordLayout } from '../experiments/trial-record.ts';
import { EXPERIMENT_NAMES, priceExperiments } from './price-experiments.ts';
import { isPromiseFailed, PRICE_REFERENCE, type PriceRow, priceRows } from './price-row.ts';
import { priceTable } from './price-table.ts';

interface MadeUpTrial {
  readonly regret: number;
  readonly facts?: Partial<Record<RecordFact, number>>;
}

function trial(regret: number, facts: MadeUpTrial['facts'] = {}): MadeUpTrial {
  return { regret, facts };
}

/** The experiment `synthetic` with trials of our choosing, in the cells at a shortfall of 0.1. */
function summaryOf(
  trials: Readonly<Record<string, readonly MadeUpTrial[]>>,
  rounds = 2000,
): ExperimentSummary {
  const trialCount = Object.values(trials)[0]!.length;
  const size = { rounds, trials: trialCount, seed: 1 };
  const [experiment] = priceExperiments(['synthetic'], size);
  const layout = new RecordLayout(recordedRounds(rounds).length);
  const tables = planCells(experiment!).map(({ strategy }) => {
    const table = new Float64Array(trialCount * layout.width);
    trials[strategy]?.forEach(({ regret, facts = {} }, index) => {
      const row = layout.row(table, index);
      row[layout.measureIndex('expectedRegret', layout.recordedCount - 1)] = regret;
      row[layout.measureIndex('baselineRounds', layout.recordedCount - 1)] = 30;
      for (const [fact, value] of Object.entries(facts)) {
        row[layout.factIndex(fact as RecordFact)] = value;
      }
    });
    return table;
  });
  return summarise({
    experiment: experiment!,
    version: '0',
    cells: planCells(experiment!).map(
      (cell, i): CellSummary => summariseCell({ cell, table: tables[i]! }, experiment!),
    ),
    differences: planDifferences(experiment!).map((pair) =>
      summariseDifference(pair, [tables[pair.places[0]]!, tables[pair.places[1]]!], experiment!),
    ),
  });
}

function rowOf(rows: readonly PriceRow[], strategy: string): PriceRow {
  return rows.find((row) => row.strategy === strategy && row.allowedShortfall === 0.1)!;
}

const RESULTS = {
  'as-written': [trial(1300), trial(1310), trial(1290)],
  hedge: [trial(500), trial(530), trial(470)],
};

function rows(rounds = 2000): PriceRow[] {
  const all = priceRows(summaryOf(RESULTS, rounds));
  return [rowOf(all, 'as-written'), rowOf(all, 'hedge')];
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
    const row = rowOf(priceRows(summaryOf({ hedge: trials })), 'hedge');
    expect(row.isWithinReference).toBe(false);
    expect(priceTable([row])).toContain('HIGHER');
  });

  it('fails the check only for a sound strategy', () => {
    const bad = [trial(500, { firstPromiseViolation: 7 }), trial(500, { isCertificateInvalid: 1 })];
    const fails = (strategy: string, trials: MadeUpTrial[]) =>
      isPromiseFailed(rowOf(priceRows(summaryOf({ [strategy]: trials }, 9)), strategy));
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

describe('the experiments', () => {
  const all = priceExperiments(EXPERIMENT_NAMES, { rounds: 2, trials: 2, seed: 1 });

  it('are of the ordinary format', () => {
    for (const experiment of all) expect(checkExperiment(experiment)).toEqual(experiment);
  });

  it('have a reference for every cell', () => {
    const cells = all.flatMap((experiment) =>
      planCells(experiment).map(({ environment, strategyDefinition, judgedShortfall }) => ({
        experiment: environment,
        strategy: strategyDefinition.label ?? strategyDefinition.id,
        allowedShortfall: judgedShortfall,
      })),
    );
    expect(PRICE_REFERENCE.rows.map(({ expectedRegret, ...cell }) => cell)).toEqual(cells);
  });

  it('hold the default strategy, and the one without a gate, once for each shortfall', () => {
    const shortfallsOf = (strategy: string) =>
      priceRows(summaryOf(RESULTS))
        .filter((row) => row.strategy === strategy)
        .map(({ allowedShortfall }) => allowedShortfall);
    expect(shortfallsOf('hedge')).toEqual([0.1, 0.3, 0.5, 0.8]);
    expect(shortfallsOf('ungated')).toEqual([0.1, 0.3, 0.5, 0.8]);
  });
});

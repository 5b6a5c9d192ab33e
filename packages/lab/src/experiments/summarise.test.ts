import { describe, expect, it } from 'vitest';
import { planCells, planDifferences, recordedRounds } from './experiment-plan.ts';
import { MEASURES } from './experiment-summary.ts';
import { checkExperiment } from './parse-experiment.ts';
import { summarise, summariseCell, summariseDifference } from './summarise.ts';
import { summaryLines } from './summary-text.ts';
import { smallExperiment } from './testing/small-experiment.ts';
import { RecordLayout } from './trial-record.ts';

const experiment = checkExperiment({ ...smallExperiment, rounds: 2, trials: 3 });
const cells = planCells(experiment);
const layout = new RecordLayout(2);

/** Rows in which measure i of trial k at record r is 100 i + 10 r + k², and facts as given. */
function tableOf(facts: readonly object[], shift = 0): Float64Array {
  const table = new Float64Array(layout.width * experiment.trials);
  facts.forEach((given, trial) => {
    const row = layout.row(table, trial);
    for (const [name, value] of Object.entries({ isDone: 1, tightestAllowedLoss: 1, ...given })) {
      row[layout.factIndex(name as 'isDone')] = value;
    }
    MEASURES.forEach((measure, i) => {
      for (const record of [0, 1]) {
        row[layout.measureIndex(measure, record)] = 100 * i + 10 * record + trial ** 2 + shift;
      }
    });
  });
  return table;
}

const facts = [
  { firstExpectedViolation: 2, tightestSlack: 3, tightestAllowedLoss: 4, tightestRound: 1 },
  { firstPromiseViolation: 1, tightestSlack: 1, tightestAllowedLoss: 5, tightestRound: 2 },
  {
    isCertificateInvalid: 1,
    wrongClaimRound: 2,
    wrongClaimed: 1.5,
    wrongClaimTruth: 1.25,
    firstUncoveredRound: 2,
    tightestSlack: 0.5,
    tightestRound: 2,
  },
];

describe('the summary of a cell', () => {
  const table = tableOf(facts);
  const gated = summariseCell({ cell: cells[1]!, table }, experiment);

  it('has means and errors of every measure at every recorded round', () => {
    expect(gated.curves.realisedRegret.mean).toEqual([100 + 5 / 3, 110 + 5 / 3]);
    const error = Math.sqrt((1 / 6) * ((5 / 3) ** 2 + (2 / 3) ** 2 + (7 / 3) ** 2));
    expect(gated.curves.realisedRegret.standardError[1]).toBeCloseTo(error, 12);
    expect(gated.finals.oracleRegret).toEqual([210, 211, 214]);
  });

  it('counts trials', () => {
    expect(gated.violations).toEqual({
      expected: 1,
      played: 0,
      realised: 0,
      observed: 0,
      stage: 0,
    });
    expect(gated.coverageFailures).toBe(1);
    expect(gated.invalidCertificates).toBe(1);
    expect(gated.wrongClaim).toEqual({ trial: 3, round: 2, claimed: 1.5, truth: 1.25 });
  });

  it('finds the moment with the least share of the allowed loss left', () => {
    expect(gated.promise).toEqual({
      subject: 'expected',
      failureProbability: 0.001,
      violations: 1,
      tightest: { slack: 1, allowedLoss: 5, trial: 2, round: 2 },
    });
  });

  it('says nothing of promises, certificates and sets that do not exist', () => {
    const uncovered = facts.map((given) => ({ ...given, firstUncoveredRound: Number.NaN }));
    const cell = summariseCell({ cell: cells[0]!, table: tableOf(uncovered) }, experiment);
    expect([cell.promise, cell.invalidCertificates, cell.coverageFailures]).toEqual([
      null,
      null,
      null,
    ]);
    expect(cell.judgedShortfall).toBe(0.1);
  });
});

describe('the summary of an experiment', () => {
  const summaries = cells.map((cell, i) =>
    summariseCell({ cell, table: tableOf(facts, 1000 * i) }, experiment),
  );
  const summary = summarise({ experiment, version: '0', cells: summaries, differences: [] });

  it('is shown as a table', () => {
    const lines = summaryLines(summary);
    expect(lines[0]).toBe('small: 3 trials of 2 rounds');
    expect(lines[4]).toMatch(/^berkson +algorithm-1 +0.1 +1011.7 ± 1.2 /);
  });
});

describe('the difference of two strategies', () => {
  const designs = { 'algorithm-1': 'conservativeContextUcb', hedge: 'hedge', free: 'contextUcb' };
  const compared = checkExperiment({
    ...smallExperiment,
    rounds: 2,
    trials: 3,
    strategies: Object.entries(designs).map(([id, kind]) => ({ id, kind })),
    allowedShortfalls: [0.1, 0.4],
    differences: [
      { strategy: 'hedge', minus: 'algorithm-1' },
      { strategy: 'hedge', minus: 'free' },
      { strategy: 'free', minus: 'free' },
    ],
  });

  it('is asked at every α that both have; one without a gate goes with all', () => {
    const plan = planDifferences(compared).filter(({ environment }) => environment === 'berkson');
    expect(plan.map((one) => [one.strategy, one.minus, one.allowedShortfall])).toEqual([
      ['hedge', 'algorithm-1', 0.1],
      ['hedge', 'algorithm-1', 0.4],
      ['hedge', 'free', 0.1],
      ['hedge', 'free', 0.4],
      ['free', 'free', null],
    ]);
    const planned = planCells(compared);
    for (const { strategy, minus, places } of planDifferences(compared)) {
      expect(places.map((place) => planned[place]!.strategy)).toEqual([strategy, minus]);
    }
  });

  it('is taken trial by trial, so that what both met alike is no error', () => {
    const tables = [tableOf(facts, 7), tableOf(facts, 4)] as const;
    const { curves } = summariseDifference(planDifferences(compared)[0]!, tables, compared);
    expect(curves.oracleRegret).toEqual({ mean: [3, 3], standardError: [0, 0] });
  });

  it('is shown below the table', () => {
    const pair = planDifferences(compared)[0]!;
    const differences = [
      summariseDifference(pair, [tableOf(facts, 7), tableOf(facts, 4)], compared),
    ];
    const lines = summaryLines(
      summarise({ experiment: compared, version: '0', cells: [], differences }),
    );
    expect(lines.join('\n')).toMatch(/berkson +hedge − algorithm-1 +0.1 +3.0 ± 0.0 +3.0 ± 0.0/);
  });
});

describe('the recorded rounds', () => {
  it('are all of few rounds and about a hundred of many, the last included', () => {
    expect(recordedRounds(3)).toEqual([1, 2, 3]);
    expect(recordedRounds(2000)).toEqual(Array.from({ length: 100 }, (_, i) => 20 * (i + 1)));
    const odd = recordedRounds(333);
    expect([odd.length, odd.at(-1), new Set(odd).size]).toEqual([100, 333, 100]);
  });
});

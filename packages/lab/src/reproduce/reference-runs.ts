/**
 * What an independent program measured in the paper's synthetic experiment: 100 trials, T = 2000.
 *
 * The numbers are those of vectors/synthetic-reference-runs.json (a test compares them), kept here so
 * that an installed package can check itself. Means come with their standard errors; rates are shares
 * of trials. Strategies without a promise were judged by α = 0.1.
 */
import type { Cell } from '../experiments/experiment.ts';
import type { MeanAndError } from '../measures/mean-and-error.ts';
import { ALGORITHM_1, BERKSON, CENTERED, CLUCB, CONTEXT_UCB, LUCB } from './paper-experiments.ts';

export const REFERENCE_ROUNDS = 2000;
export const REFERENCE_TRIALS = 100;

export interface ReferenceRun extends Cell {
  readonly means: {
    readonly expectedRegret: MeanAndError;
    readonly realisedRegret: MeanAndError;
    readonly oracleRegret: MeanAndError;
    readonly baselineRounds: MeanAndError;
  };
  readonly rates: {
    readonly coverageFailures: number;
    readonly expectedViolations: number;
    readonly realisedViolations: number;
  };
}

type Pair = readonly [mean: number, standardError: number];

interface Table {
  readonly cell: readonly [environment: string, strategy: string, allowedShortfall: number | null];
  readonly expected: Pair;
  readonly realised: Pair;
  readonly oracle: Pair;
  readonly baseline: Pair;
  readonly rates: readonly [coverage: number, expected: number, realised: number];
}

const TABLE: readonly Table[] = [
  {
    cell: [CENTERED, LUCB, null],
    expected: [95.6, 2],
    realised: [95.6, 2],
    oracle: [95.6, 2],
    baseline: [0, 0],
    rates: [0, 0.17, 0.19],
  },
  {
    cell: [CENTERED, CONTEXT_UCB, null],
    expected: [210, 4.6],
    realised: [210, 4.6],
    oracle: [210, 4.6],
    baseline: [0, 0],
    rates: [1, 0.19, 0.21],
  },
  {
    cell: [CENTERED, CLUCB, 0.1],
    expected: [1026.4, 36.2],
    realised: [1026.4, 36.2],
    oracle: [1026.4, 36.2],
    baseline: [71.8, 1.5],
    rates: [0, 0, 0],
  },
  {
    cell: [CENTERED, ALGORITHM_1, 0.1],
    expected: [1178.6, 35],
    realised: [1178.6, 35],
    oracle: [1178.6, 35],
    baseline: [75.5, 1.5],
    rates: [1, 0, 0],
  },
  {
    cell: [CENTERED, CLUCB, 0.3],
    expected: [413.1, 12.6],
    realised: [413.1, 12.6],
    oracle: [413.1, 12.6],
    baseline: [24.7, 0.5],
    rates: [0, 0, 0],
  },
  {
    cell: [CENTERED, ALGORITHM_1, 0.3],
    expected: [540.7, 11.8],
    realised: [540.7, 11.8],
    oracle: [540.7, 11.8],
    baseline: [25.9, 0.5],
    rates: [1, 0, 0],
  },
  {
    cell: [CENTERED, CLUCB, 0.5],
    expected: [288, 8.2],
    realised: [288, 8.2],
    oracle: [288, 8.2],
    baseline: [15, 0.4],
    rates: [0, 0, 0],
  },
  {
    cell: [CENTERED, ALGORITHM_1, 0.5],
    expected: [410.5, 7.6],
    realised: [410.5, 7.6],
    oracle: [410.5, 7.6],
    baseline: [15.8, 0.3],
    rates: [1, 0, 0],
  },
  {
    cell: [CENTERED, CLUCB, 0.8],
    expected: [214.7, 5.5],
    realised: [214.7, 5.5],
    oracle: [214.7, 5.5],
    baseline: [9.2, 0.2],
    rates: [0, 0, 0],
  },
  {
    cell: [CENTERED, ALGORITHM_1, 0.8],
    expected: [338.4, 5.9],
    realised: [338.4, 5.9],
    oracle: [338.4, 5.9],
    baseline: [9.9, 0.2],
    rates: [1, 0, 0],
  },
  {
    cell: [BERKSON, LUCB, null],
    expected: [4485.9, 34.9],
    realised: [-5810.6, 53.7],
    oracle: [118.1, 2.6],
    baseline: [0, 0],
    rates: [0, 0.2, 0.31],
  },
  {
    cell: [BERKSON, CONTEXT_UCB, null],
    expected: [590.2, 18],
    realised: [586.6, 20.6],
    oracle: [6515.3, 58.6],
    baseline: [0, 0],
    rates: [1, 0.18, 0.24],
  },
  {
    cell: [BERKSON, CLUCB, 0.1],
    expected: [5045.1, 48.3],
    realised: [-4972.8, 59.2],
    oracle: [955.9, 29.1],
    baseline: [53, 1.1],
    rates: [0, 0, 0],
  },
  {
    cell: [BERKSON, ALGORITHM_1, 0.1],
    expected: [1295.3, 27.8],
    realised: [1305.1, 30.2],
    oracle: [7233.8, 61.8],
    baseline: [53.7, 1],
    rates: [1, 0, 0],
  },
  {
    cell: [BERKSON, CLUCB, 0.3],
    expected: [4684.3, 38],
    realised: [-5514.7, 54.5],
    oracle: [414, 9.2],
    baseline: [18.9, 0.3],
    rates: [0, 0, 0],
  },
  {
    cell: [BERKSON, ALGORITHM_1, 0.3],
    expected: [838.4, 21],
    realised: [837.7, 24.4],
    oracle: [6766.4, 59],
    baseline: [18.2, 0.3],
    rates: [1, 0, 0],
  },
  {
    cell: [BERKSON, CLUCB, 0.5],
    expected: [4607.7, 37.3],
    realised: [-5630.7, 53.8],
    oracle: [298, 6.8],
    baseline: [11.4, 0.3],
    rates: [0, 0, 0],
  },
  {
    cell: [BERKSON, ALGORITHM_1, 0.5],
    expected: [732.5, 17],
    realised: [740.4, 18.6],
    oracle: [6669.1, 59.2],
    baseline: [10.9, 0.2],
    rates: [1, 0, 0],
  },
  {
    cell: [BERKSON, CLUCB, 0.8],
    expected: [4563.3, 36.3],
    realised: [-5695.2, 54.1],
    oracle: [233.5, 4.9],
    baseline: [7.3, 0.2],
    rates: [0, 0, 0],
  },
  {
    cell: [BERKSON, ALGORITHM_1, 0.8],
    expected: [671.4, 20.1],
    realised: [666.4, 22.7],
    oracle: [6595.1, 57.2],
    baseline: [6.8, 0.1],
    rates: [1, 0, 0],
  },
];

/** All rows, in the order of the file. */
export const REFERENCE_RUNS: readonly ReferenceRun[] = TABLE.map((row) => ({
  environment: row.cell[0],
  strategy: row.cell[1],
  allowedShortfall: row.cell[2],
  means: {
    expectedRegret: meanOf(row.expected),
    realisedRegret: meanOf(row.realised),
    oracleRegret: meanOf(row.oracle),
    baselineRounds: meanOf(row.baseline),
  },
  rates: {
    coverageFailures: row.rates[0],
    expectedViolations: row.rates[1],
    realisedViolations: row.rates[2],
  },
}));

function meanOf([mean, standardError]: Pair): MeanAndError {
  return { mean, standardError };
}

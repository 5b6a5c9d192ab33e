/**
 * Reference numbers of an independent program: 100 trials of 1000 rounds, its own random numbers.
 *
 * Copied from vectors/maize-rows.json (a test compares), the generator classical-calibrated alone. Each
 * number is a mean and its standard error.
 */

import type { Cell } from '../../experiments/experiment.ts';
import type { MeanAndError } from '../../measures/mean-and-error.ts';
import type { DifferenceMeasure } from './difference-curves.ts';
import { ALGORITHM_1, CLUCB, CONTEXT_UCB, HADAMARD, LUCB, OUTER } from './maize-experiment.ts';

export const REFERENCE_ROUNDS = 1000;
export const REFERENCE_TRIALS = 100;

export interface MaizeReferenceRow extends Cell {
  readonly means: Readonly<
    Record<'expectedRegret' | 'realisedRegret' | 'oracleRegret' | 'baselineRounds', MeanAndError>
  >;
}

/** Algorithm 1 − CLUCB on the same random numbers. */
export interface MaizeReferenceDifference {
  readonly environment: string;
  readonly allowedShortfall: number;
  readonly means: Readonly<Record<DifferenceMeasure, MeanAndError>>;
}

type Pair = readonly [mean: number, standardError: number];
type Place = readonly [environment: string, strategy: string, allowedShortfall: number | null];

function row(place: Place, ...pairs: readonly [Pair, Pair, Pair, Pair]): MaizeReferenceRow {
  const [environment, strategy, allowedShortfall] = place;
  const [expected, realised, oracle, baseline] = pairs;
  return {
    environment,
    strategy,
    allowedShortfall,
    means: {
      expectedRegret: numberOf(expected),
      realisedRegret: numberOf(realised),
      oracleRegret: numberOf(oracle),
      baselineRounds: numberOf(baseline),
    },
  };
}

function difference(
  environment: string,
  allowedShortfall: number,
  pairs: readonly [expected: Pair, oracle: Pair],
): MaizeReferenceDifference {
  const means = { expectedRegret: numberOf(pairs[0]), oracleRegret: numberOf(pairs[1]) };
  return { environment, allowedShortfall, means };
}

function numberOf([mean, standardError]: Pair): MeanAndError {
  return { mean, standardError };
}

export const REFERENCE_ROWS: readonly MaizeReferenceRow[] = [
  row(
    [OUTER, ALGORITHM_1, 0.2],
    [133.574, 0.155],
    [133.5542, 0.153],
    [133.9258, 0.1525],
    [798.75, 0.873],
  ),
  row(
    [OUTER, ALGORITHM_1, 0.4],
    [113.3897, 0.1475],
    [113.3609, 0.1465],
    [113.7325, 0.1458],
    [305.53, 1.2424],
  ),
  row(
    [OUTER, ALGORITHM_1, 0.6],
    [105.6206, 0.1393],
    [105.6222, 0.1394],
    [105.9938, 0.1383],
    [140.13, 0.6881],
  ),
  row(
    [OUTER, ALGORITHM_1, 0.9],
    [101.9516, 0.1442],
    [101.9589, 0.1443],
    [102.3305, 0.1441],
    [63.57, 0.3791],
  ),
  row(
    [OUTER, CLUCB, 0.2],
    [133.3468, 0.1522],
    [133.7872, 0.1475],
    [134.1588, 0.1471],
    [798.11, 0.7748],
  ),
  row(
    [OUTER, CLUCB, 0.4],
    [113.3036, 0.1429],
    [113.4411, 0.1419],
    [113.8127, 0.1414],
    [304.69, 1.2596],
  ),
  row(
    [OUTER, CLUCB, 0.6],
    [105.5549, 0.138],
    [105.5343, 0.1363],
    [105.9059, 0.1356],
    [140.19, 0.6809],
  ),
  row(
    [OUTER, CLUCB, 0.9],
    [101.7413, 0.14],
    [101.6262, 0.1385],
    [101.9978, 0.1376],
    [63.47, 0.3672],
  ),
  row(
    [OUTER, CONTEXT_UCB, null],
    [98.5548, 0.14],
    [98.5543, 0.1393],
    [98.9259, 0.1383],
    [0.0, 0.0],
  ),
  row([OUTER, LUCB, null], [98.6964, 0.1317], [98.5163, 0.1292], [98.8879, 0.1281], [0.0, 0.0]),
  row(
    [HADAMARD, ALGORITHM_1, 0.2],
    [75.032, 0.274],
    [75.011, 0.2754],
    [75.3826, 0.2752],
    [315.43, 1.9244],
  ),
  row(
    [HADAMARD, ALGORITHM_1, 0.4],
    [49.512, 0.1755],
    [49.5039, 0.1776],
    [49.8756, 0.1769],
    [103.01, 0.704],
  ),
  row(
    [HADAMARD, ALGORITHM_1, 0.6],
    [43.0671, 0.1443],
    [43.059, 0.1478],
    [43.4306, 0.1475],
    [51.52, 0.4439],
  ),
  row(
    [HADAMARD, ALGORITHM_1, 0.9],
    [39.5653, 0.1553],
    [39.5577, 0.1569],
    [39.9294, 0.1566],
    [24.71, 0.2641],
  ),
  row(
    [HADAMARD, CLUCB, 0.2],
    [74.8193, 0.2677],
    [74.8489, 0.2672],
    [75.2206, 0.2672],
    [314.65, 1.8803],
  ),
  row(
    [HADAMARD, CLUCB, 0.4],
    [49.3232, 0.1702],
    [49.1085, 0.1724],
    [49.4801, 0.1718],
    [102.94, 0.6934],
  ),
  row(
    [HADAMARD, CLUCB, 0.6],
    [42.8194, 0.1521],
    [42.5375, 0.1565],
    [42.9091, 0.1559],
    [51.45, 0.4088],
  ),
  row(
    [HADAMARD, CLUCB, 0.9],
    [39.3512, 0.1427],
    [39.037, 0.1467],
    [39.4087, 0.1465],
    [24.74, 0.2773],
  ),
  row(
    [HADAMARD, CONTEXT_UCB, null],
    [36.3197, 0.1515],
    [36.3233, 0.1527],
    [36.6949, 0.1525],
    [0.0, 0.0],
  ),
  row([HADAMARD, LUCB, null], [36.172, 0.1506], [35.8262, 0.1537], [36.1978, 0.1532], [0.0, 0.0]),
];

export const REFERENCE_DIFFERENCES: readonly MaizeReferenceDifference[] = [
  difference(OUTER, 0.2, [
    [0.22721144078768504, 0.06879208990112881],
    [-0.2330042271530496, 0.06381777567447237],
  ]),
  difference(OUTER, 0.4, [
    [0.08610536955708029, 0.10350545313699921],
    [-0.08018217700540148, 0.10611861572213424],
  ]),
  difference(OUTER, 0.6, [
    [0.06566451162925901, 0.10646160897043824],
    [0.08788186808683122, 0.10719218537658848],
  ]),
  difference(OUTER, 0.9, [
    [0.21030950638179705, 0.10452033244186851],
    [0.3327162323243513, 0.10278806974272152],
  ]),
  difference(HADAMARD, 0.2, [
    [0.2127283144109903, 0.13671030042186968],
    [0.16203522297323986, 0.13671422405912795],
  ]),
  difference(HADAMARD, 0.4, [
    [0.18876503363753527, 0.07397716880142646],
    [0.39540218734392624, 0.0736683651852423],
  ]),
  difference(HADAMARD, 0.6, [
    [0.24773999060760943, 0.06885606709393914],
    [0.5214710025330477, 0.07072992815800014],
  ]),
  difference(HADAMARD, 0.9, [
    [0.21408732815408535, 0.06769322085508386],
    [0.5207040382716585, 0.06780250096287474],
  ]),
];

/**
 * The report of `npm run price -- worlds`: hedge beside Algorithm 1 in every world at every α.
 *
 * A line fails if hedge is behind by more than three standard errors of the paired difference, in either
 * way of counting. If hedge were exactly as good as Algorithm 1, one line in 400 would fail by chance.
 */
import { alignColumns } from '../../experiments/align-columns.ts';
import type { ExperimentSummary } from '../../experiments/experiment-summary.ts';
import { cellOf, lastOf } from '../../experiments/summary-cells.ts';
import type { MeanAndError } from '../../measures/mean-and-error.ts';
import { HEDGE } from './world-experiment.ts';

export const STANDARD_ERRORS_MAX = 3;

export interface WorldRow {
  readonly world: string;
  readonly allowedShortfall: number;
  readonly trials: number;
  readonly rounds: number;
  readonly seed: number;
  /** Expected regret of hedge, given the forecast as told. */
  readonly hedgeRegret: MeanAndError;
  /** hedge − Algorithm 1 in that measure, trial by trial. */
  readonly expectedDifference: MeanAndError;
  /** The same in the contexts that came. */
  readonly realisedDifference: MeanAndError;
}

/** Returns the lines of the experiment, one for each world and α. */
export function worldRows(summary: ExperimentSummary): WorldRow[] {
  const { trials, rounds, seed } = summary.experiment;
  return summary.differences.map((difference) => {
    const { environment, allowedShortfall } = difference;
    const hedge = cellOf(summary, { environment, strategy: HEDGE, allowedShortfall });
    return {
      world: environment,
      allowedShortfall: allowedShortfall!,
      rounds,
      seed,
      trials,
      hedgeRegret: lastOf(hedge, 'expectedRegret'),
      expectedDifference: lastOf(difference, 'expectedRegret'),
      realisedDifference: lastOf(difference, 'realisedRegret'),
    };
  });
}

/** Whether hedge is behind Algorithm 1 by more than chance explains. */
export function isBehind({ expectedDifference, realisedDifference }: WorldRow): boolean {
  return [expectedDifference, realisedDifference].some(
    ({ mean, standardError }) => mean > STANDARD_ERRORS_MAX * standardError,
  );
}

/** Returns the table, ready to print. */
export function worldTable(rows: readonly WorldRow[]): string {
  const { trials, rounds, seed } = rows[0]!;
  return [
    `hedge minus Algorithm 1 in regret over ${rounds} rounds, ${trials} trials, seed ${seed}.`,
    '',
    ...alignColumns([
      ['world', 'shortfall', 'hedge', 'expected', '± se', 'realised', '± se', 'verdict'],
      ...rows.map(cellsOf),
    ]),
    '',
    'hedge      expected regret of hedge, given the forecast as told',
    'expected   the difference in that measure, in the same trials; below 0 hedge is better',
    'realised   the difference in what was earned in the contexts that came',
    'verdict    BEHIND if either is above 0 by more than three standard errors',
  ].join('\n');
}

function cellsOf(row: WorldRow): string[] {
  const { world, allowedShortfall, hedgeRegret, expectedDifference, realisedDifference } = row;
  return [
    world,
    allowedShortfall.toFixed(1),
    hedgeRegret.mean.toFixed(1),
    expectedDifference.mean.toFixed(1),
    expectedDifference.standardError.toFixed(1),
    realisedDifference.mean.toFixed(1),
    realisedDifference.standardError.toFixed(1),
    isBehind(row) ? 'BEHIND' : 'not behind',
  ];
}

/**
 * The report of `price -- rare`: baseline rounds beside the number that no gate can do without.
 *
 * That number is about the gate. Rounds in which the learner itself prefers the baseline are counted
 * apart, and trials in which it gave the better action up are left out of the mean: the gate was not
 * asked any more, and would look better than it is. The number holds for a declared baseline; with
 * less knowledge no gate can do better.
 */
import { fewestBaselineRounds } from '../../bounds/fewest-baseline-rounds.ts';
import { alignColumns } from '../../experiments/align-columns.ts';
import { lowerLimit } from '../../measures/clopper-pearson.ts';
import { meanAndError } from '../../measures/mean-and-error.ts';
import {
  INTERVAL_SHARE,
  RARE_FAILURE_PROBABILITY,
  RARE_SHORTFALL,
  type RareCell,
} from './rare-cells.ts';
import type { RareTrial } from './run-rare-cell.ts';

export interface RareRow extends RareCell {
  readonly trials: number;
  /** Mean number of rounds that the gate or its coin gave to the baseline. */
  readonly refusedRounds: number;
  readonly standardError: number;
  readonly ownRounds: number;
  /** Trials in which the learner gave the better action up; left out of `refusedRounds`. */
  readonly givenUp: number;
  readonly fewestRounds: number;
  readonly ratio: number;
  readonly shareAtEnd: number;
  readonly broken: number;
  readonly playedBroken: number;
}

/** Returns one line of the report. */
export function rareRow(cell: RareCell, roundCount: number, trials: readonly RareTrial[]): RareRow {
  const mean = (value: (trial: RareTrial) => number) => meanAndError(trials.map(value)).mean;
  const asking = trials.filter(({ hasGivenUp }) => !hasGivenUp);
  const counted = asking.length > 0 ? asking : trials;
  const refused = meanAndError(counted.map(({ refusedRounds }) => refusedRounds));
  const fewestRounds = fewestBaselineRounds({
    baselineReward: cell.baselineReward,
    proposalReward: cell.proposalReward,
    allowedShortfall: RARE_SHORTFALL,
    failureProbability: RARE_FAILURE_PROBABILITY,
  });
  return {
    ...cell,
    roundCount,
    trials: trials.length,
    refusedRounds: refused.mean,
    standardError: refused.standardError,
    ownRounds: mean(({ ownRounds }) => ownRounds),
    givenUp: trials.length - asking.length,
    fewestRounds,
    ratio: refused.mean / fewestRounds,
    shareAtEnd: mean(({ shareAtEnd }) => shareAtEnd),
    broken: trials.filter(({ isPromiseBroken }) => isPromiseBroken).length,
    playedBroken: trials.filter(({ isPlayedBroken }) => isPlayedBroken).length,
  };
}

/** Whether the promise was broken in more trials than its failure probability explains (99 %). */
export function isRareRowFailed({ broken, trials }: RareRow): boolean {
  if (broken === 0) return false;
  const least = lowerLimit({ count: broken, runCount: trials, confidence: 0.99 });
  return least > RARE_FAILURE_PROBABILITY;
}

/** Returns the table, ready to print. */
export function rareTable(rows: readonly RareRow[], seed: number): string {
  const heading = [
    ...['baseline', 'rewards', 'rounds', 'baseline rounds', 'no gate below', 'ratio'],
    ...['own', 'gave up', 'share at end', 'broken', 'played'],
  ];
  const percent = `±${100 * INTERVAL_SHARE} %`;
  return [
    `Rare rewards: yes/no, shortfall ${RARE_SHORTFALL}, failure probability ${RARE_FAILURE_PROBABILITY}, ${rows[0]!.trials} trials, seed ${seed}.`,
    '',
    ...alignColumns([heading, ...rows.map(cellsOf)]),
    '',
    `baseline          what is declared of it: its number, an interval of ${percent}, or nothing`,
    'baseline rounds   given to the baseline by the gate or its coin, mean ± standard error',
    'no gate below     least mean number for any gate that is told the number',
    'own               rounds in which the learner itself wanted the baseline; gave up: trials in which',
    '                  it wanted nothing else in the end, left out of the baseline rounds',
    'share at end      of the learner, in the last tenth of the rounds',
    'broken            trials that broke the promise; played: the same for what was really played',
  ].join('\n');
}

function cellsOf(row: RareRow): string[] {
  return [
    row.knowledge,
    `${row.baselineReward} → ${row.proposalReward}`,
    String(row.roundCount),
    `${row.refusedRounds.toFixed(0)} ± ${row.standardError.toFixed(0)}`,
    row.fewestRounds.toFixed(0),
    row.ratio.toFixed(2),
    row.ownRounds.toFixed(0),
    String(row.givenUp),
    row.shareAtEnd.toFixed(3),
    String(row.broken),
    String(row.playedBroken),
  ];
}

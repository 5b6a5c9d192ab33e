/**
 * The report of the grid: a row for each level, then what failed, by name.
 */
import type { CoveringArray, FACTORS, LineTally, Pool, Verdict } from '@hedgerow/lab/thornbush';
import { tableLines } from '../output/table.ts';

export interface GridReport {
  readonly grid: CoveringArray<typeof FACTORS>;
  readonly verdict: Verdict;
  readonly tallies: readonly LineTally[];
}

/** Returns the lines of the report. */
export function gridLines(report: GridReport): string[] {
  const { grid, verdict, tallies } = report;
  const runCount = tallies.reduce((sum, tally) => sum + tally.runCount, 0);
  return [
    `${grid.rows.length} cells, ${tallies.length} lines (a cell and an adversary), ${runCount} runs`,
    ...combinationLines(report),
    '',
    ...tableLines([HEADING, ...levelRows(verdict)]),
    '',
    `Limits at ${(100 * verdict.confidence).toFixed(5)} % confidence: 99.9 % over all ${verdict.pools.length} pools (lines, cells, levels).`,
    ...failureLines(verdict),
  ];
}

function combinationLines({ grid }: GridReport): string[] {
  const count = (list: readonly (readonly string[])[], size: number) =>
    list.filter((combination) => combination.length === size).length;
  const refusedPairs = grid.refused.filter(({ length }) => length === 2);
  return [
    ...[2, 3, 4].map(
      (size) =>
        `${['pairs', 'triples', 'quadruples'][size - 2]} of options: ${count(grid.covered, size)} covered, ${count(grid.refused, size)} refused by the definition`,
    ),
    ...refusedPairs.map((pair) => `  refused: ${pair.join(' with ')}`),
  ];
}

const HEADING = [
  'level',
  'δ = 0.1: broken of runs',
  'limits %',
  'wrong',
  'δ = 0.3: broken of runs',
  'limits %',
  'wrong',
  'friendly: learner %',
];

function levelRows({ pools, liveness }: Verdict): string[][] {
  const levels = pools.filter(({ kind }) => kind === 'level');
  const names = [...new Set(levels.map(({ name }) => name))].sort();
  return names.map((name) => {
    const share = liveness.find(({ level }) => level === name)?.learnerShare ?? null;
    return [
      name,
      ...[0.1, 0.3].flatMap((failureProbability) =>
        poolColumns(
          levels.find(
            (pool) => pool.name === name && pool.failureProbability === failureProbability,
          ),
        ),
      ),
      share === null ? '–' : (100 * share).toFixed(1),
    ];
  });
}

function poolColumns(pool: Pool | undefined): string[] {
  if (pool === undefined) return ['–', '–', '–'];
  const { brokenCount, runCount, wrongCount } = pool;
  return [`${brokenCount} (${runCount})`, limitsText(pool), String(wrongCount)];
}

function limitsText({ lower, upper }: Pool): string {
  return `${(100 * lower).toFixed(1)} – ${(100 * upper).toFixed(1)}`;
}

function failureLines({ pools, faulty, liveness }: Verdict): string[] {
  const failed = pools.filter((pool) => pool.isFailed);
  const dead = liveness.filter(({ learnerShare }) => learnerShare === 0);
  if (failed.length + faulty.length + dead.length === 0) {
    return ['No promise was broken more often than it may be.'];
  }
  return [
    ...failed.map(
      (pool) =>
        `BROKEN ${pool.kind} ${pool.name}: ${pool.brokenCount} of ${pool.runCount} runs, at least ${(100 * pool.lower).toFixed(1)} % where ${100 * pool.failureProbability} % are allowed`,
    ),
    ...faulty.map(
      ({ cell, adversary, faultyCount, runCount, faults }) =>
        `FAULT ${Object.values(cell).join(' ')} ${adversary}: ${faultyCount} of ${runCount} runs: ${faults.join('; ')}`,
    ),
    ...dead.map(
      ({ level }) => `DEAD ${level}: the learner never plays, however friendly the world`,
    ),
  ];
}

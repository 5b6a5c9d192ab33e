/**
 * Measures `price -- rare`: plans the tasks, shares them out, and puts the answers together.
 */
import type { MeasureOptions } from '../measure-price.ts';
import type { PriceArguments } from '../price-arguments.ts';
import { runPool } from '../worker-pool.ts';
import { RARE_CELLS } from './rare-cells.ts';
import { type RareRow, rareRow } from './rare-table.ts';
import type { RareTask, RareTrial } from './run-rare-cell.ts';

/** Arguments that stand before those of the caller; the rounds are the most of any row. */
export function rareDefaults(isQuick: boolean): string[] {
  return isQuick ? ['--trials', '2', '--rounds', '2000'] : ['--trials', '60', '--rounds', '40000'];
}

/** Returns the rows of the report. */
export async function measureRare(
  wanted: PriceArguments,
  options: MeasureOptions,
): Promise<RareRow[]> {
  const tasks = planRareTasks(wanted);
  const answers = await runPool<RareTask, RareTrial[]>({
    workerUrl: workerUrl(),
    workerCount: wanted.workerCount,
    tasks,
    onProgress: (doneCount) => options.onProgress(doneCount / tasks.length),
    signal: options.signal,
  });
  return RARE_CELLS.map((cell, cellIndex) => {
    const trials = answers.filter((_, i) => tasks[i]!.cellIndex === cellIndex).flat();
    return rareRow(cell, Math.min(cell.roundCount, wanted.roundCount), trials);
  });
}

/** One trial a task, the longest rows first: no core waits long for another in the end. */
function planRareTasks({ seed, trialCount, roundCount }: PriceArguments): RareTask[] {
  const tasks = RARE_CELLS.flatMap((cell, cellIndex) =>
    Array.from({ length: trialCount }, (_, firstTrial) => ({
      cellIndex,
      seed,
      firstTrial,
      trialCount: 1,
      roundCount: Math.min(cell.roundCount, roundCount),
    })),
  );
  return tasks.sort((a, b) => b.roundCount - a.roundCount);
}

function workerUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return isSource
    ? new URL('./rare-worker.ts', import.meta.url)
    : new URL('./rare-worker.js', import.meta.url);
}

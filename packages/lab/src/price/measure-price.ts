/**
 * Measures the price of safety: plans the tasks, shares them out, and puts the answers together.
 */
import type { PriceArguments } from './price-arguments.ts';
import { PRICE_CELLS } from './price-cells.ts';
import { type CellResults, type PriceRow, priceRows } from './price-row.ts';
import { type PriceTask, planTasks } from './price-task.ts';
import type { TrialResult } from './run-cell.ts';
import { runPool } from './worker-pool.ts';

export interface MeasureOptions {
  /** Called with the share of the work done, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Returns the rows of the report. */
export async function measurePrice(
  wanted: PriceArguments,
  options: MeasureOptions,
): Promise<PriceRow[]> {
  const isWanted = ({ experiment }: { experiment: string }) =>
    wanted.experiments.includes(experiment);
  const tasks = planTasks(PRICE_CELLS, isWanted, wanted);
  const answers = await runPool<PriceTask, TrialResult[]>({
    workerUrl: workerUrl(),
    workerCount: wanted.workerCount,
    tasks,
    onProgress: (doneCount) => options.onProgress(doneCount / tasks.length),
    signal: options.signal,
  });
  return priceRows(gather(tasks, answers), wanted);
}

/** Puts the trials of each cell together, in the order of cells and trials. */
function gather(
  tasks: readonly PriceTask[],
  answers: readonly (readonly TrialResult[])[],
): CellResults[] {
  return PRICE_CELLS.map((cell, cellIndex) => ({
    cell,
    trials: answers.filter((_, i) => tasks[i]!.cellIndex === cellIndex).flat(),
  })).filter(({ trials }) => trials.length > 0);
}

/** The worker beside this file: its source in development, JavaScript where it is published. */
function workerUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return isSource
    ? new URL('./price-worker.ts', import.meta.url)
    : new URL('./price-worker.js', import.meta.url);
}

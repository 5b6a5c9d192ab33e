/**
 * Measures `price rare`: plans the tasks, shares them out, and puts the answers together.
 */
import { ProgressMeter } from '../../runner/run-progress.ts';
import { openWorkerPool, runAll } from '../../runner/worker-pool.ts';
import type { PriceRequest } from '../price-report.ts';
import { RARE_CELLS } from './rare-cells.ts';
import { type RareRow, rareRow } from './rare-table.ts';
import type { RareTask, RareTrial } from './run-rare-cell.ts';

/** Returns the rows of the report. */
export async function measureRare(request: PriceRequest): Promise<RareRow[]> {
  const { workerCount, signal } = request;
  const tasks = planRareTasks(request);
  const progress = new ProgressMeter({
    trialCount: tasks.length,
    onProgress: request.listen(),
    clock: () => performance.now(),
  });
  const worker = new URL('./rare-worker.ts', import.meta.url);
  const pool = openWorkerPool<RareTask, readonly RareTrial[]>({ worker, workerCount });
  const answers = await runAll(pool, { tasks, signal, onAnswer: () => progress.add() });
  return RARE_CELLS.map((cell, cellIndex) => {
    const trials = answers.filter((_, i) => tasks[i]!.cellIndex === cellIndex).flat();
    return rareRow(cell, Math.min(cell.roundCount, request.rounds), trials);
  });
}

/** One trial a task, the longest rows first: no core waits long for another in the end. */
function planRareTasks({ seed, trials, rounds }: PriceRequest): RareTask[] {
  const tasks = RARE_CELLS.flatMap((cell, cellIndex) =>
    Array.from({ length: trials }, (_, firstTrial) => ({
      cellIndex,
      seed,
      firstTrial,
      trialCount: 1,
      roundCount: Math.min(cell.roundCount, rounds),
    })),
  );
  return tasks.sort((a, b) => b.roundCount - a.roundCount);
}

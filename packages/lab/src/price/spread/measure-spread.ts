/**
 * Measures `price spread`: plans the tasks, shares them out, and puts the answers together.
 */
import { ProgressMeter } from '../../runner/run-progress.ts';
import { openWorkerPool, runAll } from '../../runner/worker-pool.ts';
import type { PriceRequest } from '../price-report.ts';
import type { SpreadTask, SpreadTrial } from './run-spread-cell.ts';
import { SPREAD_CELLS } from './spread-cells.ts';
import { besideReferences, type SpreadRow, spreadRow } from './spread-row.ts';

/** Farms of a task: some seconds of work. */
const TRIALS_PER_TASK = 200;

/** Returns the rows of the report that are asked for by name. */
export async function measureSpread(request: PriceRequest): Promise<SpreadRow[]> {
  const { workerCount, signal } = request;
  const tasks = planTasks(request);
  const progress = new ProgressMeter({
    trialCount: tasks.reduce((sum, { trialCount }) => sum + trialCount, 0),
    onProgress: request.listen(),
    clock: () => performance.now(),
  });
  const worker = new URL('./spread-worker.ts', import.meta.url);
  const pool = openWorkerPool<SpreadTask, readonly SpreadTrial[]>({ worker, workerCount });
  const onAnswer = (trials: readonly SpreadTrial[]) => progress.add(trials.length);
  const answers = await runAll(pool, { tasks, signal, onAnswer });
  const byCell = Map.groupBy(tasks.keys(), (i) => tasks[i]!.cellIndex);
  const rows = Array.from(byCell, ([cellIndex, places]) =>
    spreadRow(
      SPREAD_CELLS[cellIndex]!,
      places.flatMap((i) => answers[i]!),
    ),
  );
  return besideReferences(rows);
}

function planTasks({ names, seed, trials, rounds: seasonCount }: PriceRequest): SpreadTask[] {
  return SPREAD_CELLS.flatMap(({ name }, cellIndex) => {
    if (!names.includes(name)) return [];
    return Array.from({ length: Math.ceil(trials / TRIALS_PER_TASK) }, (_, k) => {
      const firstTrial = k * TRIALS_PER_TASK;
      const trialCount = Math.min(TRIALS_PER_TASK, trials - firstTrial);
      return { cellIndex, seasonCount, seed, firstTrial, trialCount };
    });
  });
}

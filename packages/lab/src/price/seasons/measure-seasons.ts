/**
 * Measures `price seasons`: plans the tasks, shares them out, and puts the answers together.
 */
import { ProgressMeter } from '../../runner/run-progress.ts';
import { openWorkerPool, runAll } from '../../runner/worker-pool.ts';
import type { PriceRequest } from '../price-report.ts';
import type { SeasonTask, SeasonTrial } from './run-season-cell.ts';
import { SEASON_CELLS, type SeasonCell } from './season-cells.ts';
import { besideLimits, type SeasonRow, seasonRow } from './season-row.ts';

/** Trials of a task: some seconds of work. */
const TRIALS_PER_TASK = 10;

/** Returns the rows of the report that are asked for by name. */
export async function measureSeasons(request: PriceRequest): Promise<SeasonRow[]> {
  const { workerCount, signal } = request;
  const tasks = planTasks(request);
  const progress = new ProgressMeter({
    trialCount: tasks.reduce((sum, { trialCount }) => sum + trialCount, 0),
    onProgress: request.listen(),
    clock: () => performance.now(),
  });
  const worker = new URL('./season-worker.ts', import.meta.url);
  const pool = openWorkerPool<SeasonTask, readonly SeasonTrial[]>({ worker, workerCount });
  const onAnswer = (trials: readonly SeasonTrial[]) => progress.add(trials.length);
  const answers = await runAll(pool, { tasks, signal, onAnswer });
  const rows = [...Map.groupBy(tasks.keys(), (i) => tasks[i]!.cellIndex)]
    .sort(([one], [other]) => one - other)
    .map(([cellIndex, places]) =>
      seasonRow(
        SEASON_CELLS[cellIndex]!,
        places.flatMap((i) => answers[i]!),
      ),
    );
  return besideLimits(SEASON_CELLS, rows);
}

/** Some trials a task, the longest first: no core waits long for another in the end. */
function planTasks({ names, seed, trials, rounds }: PriceRequest): SeasonTask[] {
  return SEASON_CELLS.flatMap((cell, cellIndex) => (names.includes(cell.name) ? [cellIndex] : []))
    .sort((one, other) => workOf(SEASON_CELLS[other]!) - workOf(SEASON_CELLS[one]!))
    .flatMap((cellIndex) => {
      const cell = SEASON_CELLS[cellIndex]!;
      const seasonCount = Math.min(cell.seasonCount, rounds);
      const all = Math.ceil(trials * cell.trialShare);
      const each = cell.trialShare < 1 ? 1 : TRIALS_PER_TASK;
      return Array.from({ length: Math.ceil(all / each) }, (_, k) => {
        const firstTrial = k * each;
        const trialCount = Math.min(each, all - firstTrial);
        return { cellIndex, seasonCount, seed, firstTrial, trialCount };
      });
    });
}

function workOf({ farmCount, fieldCount, blockCount, seasonCount }: SeasonCell): number {
  return farmCount * fieldCount * blockCount * seasonCount;
}

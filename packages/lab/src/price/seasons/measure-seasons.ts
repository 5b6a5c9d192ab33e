/**
 * Measures `price seasons`: plans the tasks, shares them out, and puts the answers together.
 */
import path from 'node:path';
import { ProgressMeter } from '../../runner/run-progress.ts';
import { openWorkerPool, runAll } from '../../runner/worker-pool.ts';
import { FinishedTasks } from '../finished-tasks.ts';
import type { PriceRequest } from '../price-report.ts';
import type { SeasonTask, SeasonTrial } from './run-season-cell.ts';
import { SEASON_CELLS, type SeasonCell } from './season-cells.ts';
import { besideLimits, type SeasonRow, seasonRow } from './season-row.ts';

/** Trials of a task: some seconds of work. */
const TRIALS_PER_TASK = 10;

/** Returns the rows of the report that are asked for by name. */
export async function measureSeasons(request: PriceRequest): Promise<SeasonRow[]> {
  const tasks = planTasks(request);
  const answers = await answersTo(tasks, request);
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

/** Reads what an earlier run has finished, and has the rest played. */
async function answersTo(
  tasks: readonly SeasonTask[],
  { outputFolder, workerCount, signal, listen }: PriceRequest,
): Promise<(readonly SeasonTrial[])[]> {
  const progress = new ProgressMeter({
    trialCount: tasks.reduce((sum, { trialCount }) => sum + trialCount, 0),
    onProgress: listen(),
    clock: () => performance.now(),
  });
  const finished = new FinishedTasks<readonly SeasonTrial[]>(path.join(outputFolder, 'seasons'));
  const wholeOf = (task: SeasonTask) => ({ ...task, cell: SEASON_CELLS[task.cellIndex]! });
  const kept = await Promise.all(tasks.map((task) => finished.read(wholeOf(task))));
  progress.skip(kept.reduce((sum, trials) => sum + (trials?.length ?? 0), 0));
  const worker = new URL('./season-worker.ts', import.meta.url);
  const pool = openWorkerPool<SeasonTask, readonly SeasonTrial[]>({ worker, workerCount });
  const played = await runAll(pool, {
    tasks: tasks.filter((_, i) => kept[i] === null),
    signal,
    onAnswer: async (trials, task) => {
      await finished.write(wholeOf(task), trials);
      progress.add(trials.length);
    },
  });
  const next = played.values();
  return kept.map((trials) => trials ?? next.next().value!);
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

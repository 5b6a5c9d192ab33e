/**
 * Plays the whole grid on all cores and keeps every line that is finished.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  type AllTasks,
  openWorkerPool,
  ProgressMeter,
  type RunProgress,
  runAll,
} from '@hedgerow/lab';
import type { LineTally, LineTask } from '@hedgerow/lab/thornbush';
import type { LineStore } from './line-store.ts';

export interface GridRunOptions {
  readonly tasks: readonly LineTask[];
  readonly store: LineStore;
  readonly workerCount: number;
  readonly onProgress: (progress: RunProgress) => void;
  readonly signal: AbortSignal;
}

/** Returns what each line came to, in their order; throws if it is interrupted. */
export async function runGrid(options: GridRunOptions): Promise<LineTally[]> {
  const { tasks, store, signal } = options;
  const kept = await Promise.all(tasks.map((task) => store.read(task)));
  const runsOf = (some: readonly LineTask[]) =>
    some.reduce((sum, task) => sum + task.size.runCount, 0);
  const progress = new ProgressMeter({
    trialCount: runsOf(tasks),
    onProgress: options.onProgress,
    clock: () => performance.now(),
  });
  const missing = tasks.filter((_, i) => kept[i] === null);
  progress.skip(runsOf(tasks) - runsOf(missing));
  const played = await inThreads(missing, options.workerCount, {
    signal,
    onAnswer: async (tally, task) => {
      await store.write(task, tally);
      progress.add(task.size.runCount);
    },
  });
  return kept.map((tally) => tally ?? played.shift()!);
}

/** Lends threads and a folder for their services, and takes both away afterwards. */
async function inThreads(
  tasks: readonly LineTask[],
  workerCount: number,
  options: Omit<AllTasks<LineTask, LineTally>, 'tasks'>,
): Promise<LineTally[]> {
  if (tasks.length === 0) return [];
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-thornbush-'));
  const worker = new URL('./line-worker.ts', import.meta.url);
  const pool = openWorkerPool<LineTask, LineTally>({ worker, workerData: folder, workerCount });
  try {
    return await runAll(pool, { ...options, tasks });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

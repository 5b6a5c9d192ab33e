/**
 * Plays the whole grid on all cores and keeps every line that is finished.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ProgressMeter, type RunProgress } from '@hedgerow/lab';
import {
  type LinePool,
  type LineTally,
  type LineTask,
  openLinePool,
} from '@hedgerow/lab/thornbush';
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
  const tallies: (LineTally | null)[] = await Promise.all(tasks.map((task) => store.read(task)));
  const runsOf = (task: LineTask) => task.size.runCount;
  const trialCount = tasks.reduce((sum, task) => sum + runsOf(task), 0);
  const progress = new ProgressMeter({
    trialCount,
    onProgress: options.onProgress,
    clock: () => performance.now(),
  });
  progress.skip(tasks.reduce((sum, task, i) => sum + (tallies[i] === null ? 0 : runsOf(task)), 0));
  if (tallies.includes(null)) {
    await inThreads(options, async (pool) => {
      let next = 0;
      const lane = async () => {
        while (next < tasks.length && !signal.aborted) {
          const index = next++;
          const task = tasks[index]!;
          if (tallies[index] !== null) continue;
          const tally = await pool.play(task);
          tallies[index] = tally;
          await store.write(task, tally);
          progress.add(runsOf(task));
        }
      };
      await Promise.all(Array.from({ length: pool.workerCount }, lane));
    });
  }
  signal.throwIfAborted();
  return tallies.filter((tally) => tally !== null);
}

/** Lends threads and a folder for their services, and takes both away afterwards. */
async function inThreads(
  { workerCount, signal }: GridRunOptions,
  work: (pool: LinePool) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-thornbush-'));
  const isSource = import.meta.url.endsWith('.ts');
  const pool = openLinePool({
    worker: new URL(isSource ? './line-worker.ts' : './line-worker.js', import.meta.url),
    workerData: folder,
    workerCount,
  });
  const stop = () => void pool.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await work(pool);
  } finally {
    signal.removeEventListener('abort', stop);
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Plays all trials of all cells on worker threads.
 *
 * A trial is named by its cell and number, and its row is put where it belongs, so that the tables do
 * not depend on the number of threads.
 */
import { Piscina } from 'piscina';
import type { RecordLayout } from '../../experiments/trial-record.ts';
import type { ProgressMeter } from '../../runner/run-progress.ts';
import type { MaizeSize } from './maize-experiment.ts';
import type { MaizeTask } from './maize-worker.ts';

export interface PlayMaizeOptions {
  readonly size: MaizeSize;
  readonly cellCount: number;
  readonly layout: RecordLayout;
  readonly workerCount: number;
  readonly progress: ProgressMeter;
  readonly signal: AbortSignal;
}

/** Returns the rows of each cell, trial after trial. */
export async function playMaizeCells(options: PlayMaizeOptions): Promise<Float64Array[]> {
  const { size, cellCount, layout, progress, signal } = options;
  signal.throwIfAborted();
  const tables = Array.from(
    { length: cellCount },
    () => new Float64Array(size.trials * layout.width),
  );
  const threads = openThreads(size, options.workerCount);
  const end = () => void threads.destroy();
  signal.addEventListener('abort', end, { once: true });
  try {
    await Promise.all(
      tasksOf(options).map(async (task) => {
        const row = await threads.run(task);
        layout.row(tables[task.cellIndex]!, task.trial).set(row);
        progress.add();
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    await threads.destroy();
  }
  return tables;
}

function tasksOf({ size, cellCount }: PlayMaizeOptions): MaizeTask[] {
  return Array.from({ length: cellCount }, (_, cellIndex) =>
    Array.from({ length: size.trials }, (_, trial) => ({ cellIndex, trial })),
  ).flat();
}

function openThreads(size: MaizeSize, workerCount: number): Piscina<MaizeTask, Float64Array> {
  const isSource = import.meta.url.endsWith('.ts');
  const worker = isSource
    ? new URL('./maize-worker.ts', import.meta.url)
    : new URL('./maize-worker.js', import.meta.url);
  return new Piscina<MaizeTask, Float64Array>({
    filename: worker.href,
    workerData: size,
    minThreads: workerCount,
    maxThreads: workerCount,
    recordTiming: false,
    // In a clone the core is read from its source as well, whoever started this process.
    ...(isSource ? { execArgv: ['--conditions=@hedgerow/source'] } : {}),
  });
}

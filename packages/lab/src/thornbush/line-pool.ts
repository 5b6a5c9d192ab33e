/**
 * The worker threads that lines are played on. Which file they run is for the caller to say: the way
 * over HTTP is not known here.
 */
import { Piscina } from 'piscina';
import type { LineSize } from './line-size.ts';
import type { LineTally } from './line-tally.ts';
import type { Line } from './play-run.ts';

export interface LineTask extends Line {
  readonly size: LineSize;
}

export interface LinePool {
  readonly workerCount: number;
  /** Plays all runs of a line. */
  play(task: LineTask): Promise<LineTally>;
  /** Ends all threads at once, whatever they are doing. */
  close(): Promise<void>;
}

export interface LinePoolOptions {
  /** A file whose default export plays a task. */
  readonly worker: URL;
  readonly workerData: unknown;
  readonly workerCount: number;
}

/** Starts the threads. */
export function openLinePool({ worker, workerData, workerCount }: LinePoolOptions): LinePool {
  const threads = new Piscina<LineTask, LineTally>({
    filename: worker.href,
    workerData,
    minThreads: workerCount,
    maxThreads: workerCount,
    recordTiming: false,
    // In a clone the packages are read from their source as well, whoever started this process.
    ...(worker.href.endsWith('.ts') ? { execArgv: ['--conditions=@hedgerow/source'] } : {}),
  });
  return {
    workerCount,
    play: (task) => threads.run(task),
    close: () => threads.destroy(),
  };
}

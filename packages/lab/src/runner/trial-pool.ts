/**
 * The worker threads that trials are played on.
 */
import { Piscina } from 'piscina';
import type { Experiment } from '../experiments/experiment.ts';
import type { TrialTask, WorkerSettings } from './trial-task.ts';

export interface TrialPool {
  readonly workerCount: number;
  /** Plays one trial; rejects if it is lost. */
  play(task: TrialTask): Promise<void>;
  /** Ends all threads at once, whatever they are doing. */
  close(): Promise<void>;
}

export interface TrialPoolOptions {
  readonly experiment: Experiment;
  readonly workerCount: number;
}

/** Starts the threads. */
export function openTrialPool({ experiment, workerCount }: TrialPoolOptions): TrialPool {
  const isSource = import.meta.url.endsWith('.ts');
  const worker = isSource
    ? new URL('./trial-worker.ts', import.meta.url)
    : new URL('./trial-worker.js', import.meta.url);
  const threads = new Piscina<TrialTask, void>({
    filename: worker.href,
    workerData: { experiment } satisfies WorkerSettings,
    minThreads: workerCount,
    maxThreads: workerCount,
    recordTiming: false,
    // In a clone the core is read from its source as well, whoever started this process.
    ...(isSource ? { execArgv: ['--conditions=@hedgerow/source'] } : {}),
  });
  return {
    workerCount,
    play: (task) => threads.run(task),
    close: () => threads.destroy(),
  };
}

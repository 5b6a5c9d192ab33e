/**
 * One worker of the queue: takes trials of whatever experiment, plays them on threads of its own, and sends the rows
 * back. It may be killed at any moment; nothing but its trials under way is lost, and those are played again.
 */
import { type Job, Worker } from 'bullmq';
import { layoutOf } from '../../experiments/experiment-plan.ts';
import { openTrialPool } from '../run-experiment.ts';
import type { TrialTask } from '../trial-task.ts';
import type { WorkerPool } from '../worker-pool.ts';
import {
  BACKEND,
  connectionTo,
  ExperimentShelf,
  requireQueue,
  TRIALS,
  type TrialAnswer,
  type TrialJob,
} from './trial-queue.ts';

export interface QueueWorkerOptions {
  readonly url: string;
  /** Threads, and so trials at a time. */
  readonly workerCount: number;
  /** How long trials stay with a worker that says nothing; 10 seconds if absent. */
  readonly takeOverMs?: number | undefined;
  /** Called after every trial. */
  readonly onTrial?: (job: TrialJob) => void;
}

export interface QueueWorker {
  /** Finishes the trials under way, and takes no more. */
  close(): Promise<void>;
}

const TAKE_OVER_MS = 10_000;
/** How often silent workers are looked for, as a share of that time. */
const LOOK_SHARE = 0.3;
/** A worker may die of a trial as often as this before the run is told. */
const DEATHS_MAX = 1_000;
/** Experiments whose threads are kept. */
const POOLS_KEPT = 2;

interface Pool {
  readonly threads: WorkerPool<TrialTask, void>;
  readonly width: number;
  readonly trials: number;
}

/** Starts to take trials; resolves when the database answers. */
export async function startQueueWorker(options: QueueWorkerOptions): Promise<QueueWorker> {
  const { url, workerCount, onTrial, takeOverMs = TAKE_OVER_MS } = options;
  await requireQueue(url);
  const shelf = new ExperimentShelf(url);
  const pools = new Map<string, Promise<Pool>>();
  const play = async ({ data }: Job<TrialJob, TrialAnswer>): Promise<TrialAnswer> => {
    const { hash, cellIndex, trial } = data;
    const { threads, width, trials } = await poolOf(hash);
    const memory = new SharedArrayBuffer(trials * width * Float64Array.BYTES_PER_ELEMENT);
    await threads.run({ cellIndex, trial, memory });
    onTrial?.(data);
    const start = trial * width * Float64Array.BYTES_PER_ELEMENT;
    const length = width * Float64Array.BYTES_PER_ELEMENT;
    return Buffer.from(new Uint8Array(memory, start, length)).toString('base64');
  };
  const poolOf = (hash: string): Promise<Pool> => {
    const known = pools.get(hash) ?? openPool(shelf, hash, workerCount);
    pools.delete(hash);
    pools.set(hash, known);
    known.catch(() => pools.delete(hash));
    for (const [oldest, pool] of pools) {
      if (pools.size <= POOLS_KEPT) break;
      pools.delete(oldest);
      void pool.then(({ threads }) => threads.close());
    }
    return known;
  };
  const worker = new Worker(
    TRIALS,
    play,
    {
      ...connectionTo(url),
      concurrency: workerCount,
      lockDuration: takeOverMs,
      stalledInterval: LOOK_SHARE * takeOverMs,
      maxStalledCount: DEATHS_MAX,
    },
    BACKEND,
  );
  // A database that goes away comes back; what it said meanwhile is no news for whoever waits for trials.
  worker.on('error', () => {});
  await worker.waitUntilReady();
  return {
    close: async () => {
      await worker.close();
      for (const pool of pools.values()) await pool.then(({ threads }) => threads.close());
      await shelf.close();
    },
  };
}

async function openPool(shelf: ExperimentShelf, hash: string, workerCount: number): Promise<Pool> {
  const experiment = await shelf.take(hash);
  const { width } = layoutOf(experiment);
  return { threads: openTrialPool({ experiment, workerCount }), width, trials: experiment.trials };
}

/**
 * Worker threads that stay alive between runs, so that starting them is not measured.
 *
 * The trials are cut into tasks and handed out as workers become free: with other work on the
 * machine, equal halves would make the faster worker wait for the slower.
 */
import { Worker } from 'node:worker_threads';
import { addTotals, NO_TRIALS, type TrialRange, type TrialTotals } from './trial-set.ts';

const TRIALS_PER_TASK = 2;

export class WorkerTeam {
  readonly #workers: readonly Worker[];

  constructor(workerCount: number) {
    const file = new URL('sweep-worker.ts', import.meta.url);
    this.#workers = Array.from({ length: workerCount }, () => new Worker(file));
  }

  /** Plays trials on the first `workerCount` workers. */
  async play(range: TrialRange, workerCount: number): Promise<TrialTotals> {
    const tasks = cut(range);
    const results = new Array<TrialTotals>(tasks.length);
    let next = 0;
    const serve = async (worker: Worker) => {
      while (next < tasks.length) {
        const index = next++;
        results[index] = await ask(worker, tasks[index]!);
      }
    };
    await Promise.all(this.#workers.slice(0, workerCount).map(serve));
    return results.reduce(addTotals, NO_TRIALS);
  }

  async end(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function cut({ firstTrial, trialCount, roundCount }: TrialRange): TrialRange[] {
  return Array.from({ length: Math.ceil(trialCount / TRIALS_PER_TASK) }, (_, task) => {
    const start = task * TRIALS_PER_TASK;
    return {
      firstTrial: firstTrial + start,
      trialCount: Math.min(TRIALS_PER_TASK, trialCount - start),
      roundCount,
    };
  });
}

function ask(worker: Worker, task: TrialRange): Promise<TrialTotals> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (totals: TrialTotals) => {
      worker.off('error', reject);
      resolve(totals);
    });
    worker.postMessage(task);
  });
}

/**
 * A pool whose threads are workers elsewhere: trials go into the queue, and their rows come back from it.
 *
 * Whoever runs the experiment plays nothing, but keeps the books as ever: what is finished, parts on disk, the
 * summary. Trials that were asked for before an earlier run was killed are found finished, or taken up again.
 */
import { type Job, QueueEvents } from 'bullmq';
import { experimentHash } from '../../experiments/experiment-hash.ts';
import { layoutOf } from '../../experiments/experiment-plan.ts';
import type { TrialPoolOptions } from '../run-experiment.ts';
import type { TrialTask } from '../trial-task.ts';
import type { WorkerPool } from '../worker-pool.ts';
import {
  BACKEND,
  connectionTo,
  ExperimentShelf,
  openTrials,
  TRIALS,
  type TrialAnswer,
  type TrialEvents,
  type TrialJob,
} from './trial-queue.ts';

/** Trials that wait in the queue or are under way, at most. */
const TRIALS_ASKED = 256;
/** A worker's own failure is tried again elsewhere; a fault of the trial fails everywhere. */
const ATTEMPTS = 3;
const NAME_DIGITS = 16;

/** Returns a function that opens the pool for an experiment. */
export function queuePool(url: string): (options: TrialPoolOptions) => WorkerPool<TrialTask, void> {
  return ({ experiment }) => new QueuePool(url, experiment);
}

class QueuePool implements WorkerPool<TrialTask, void> {
  readonly workerCount = TRIALS_ASKED;
  readonly #hash: string;
  readonly #width: number;
  readonly #trials: ReturnType<typeof openTrials>;
  readonly #events: TrialEvents;
  readonly #shelf: ExperimentShelf;
  readonly #ready: Promise<unknown>;

  constructor(url: string, experiment: TrialPoolOptions['experiment']) {
    this.#hash = experimentHash(experiment);
    this.#width = layoutOf(experiment).width;
    this.#trials = openTrials(url);
    this.#events = new QueueEvents(TRIALS, connectionTo(url), BACKEND);
    this.#shelf = new ExperimentShelf(url);
    this.#ready = this.#begin(experiment);
    // Told to whoever asks for a trial.
    this.#ready.catch(() => {});
  }

  async run({ cellIndex, trial, memory }: TrialTask): Promise<void> {
    await this.#ready;
    const job = await this.#ask({ hash: this.#hash, cellIndex, trial });
    const answer = await job.waitUntilFinished(this.#events);
    const row = rowOf(answer, this.#width);
    new Float64Array(memory).set(row, trial * this.#width);
    await job.remove();
  }

  async close(): Promise<void> {
    await this.#ready.catch(() => {});
    await this.#shelf.remove(this.#hash).catch(() => {});
    await Promise.allSettled([this.#trials.close(), this.#events.close(), this.#shelf.close()]);
  }

  async #begin(experiment: TrialPoolOptions['experiment']): Promise<void> {
    await this.#events.waitUntilReady();
    await this.#shelf.put(this.#hash, experiment);
  }

  async #ask(trial: TrialJob): Promise<Job<TrialJob, TrialAnswer>> {
    const name = this.#hash.slice(0, NAME_DIGITS);
    return await this.#trials.add('trial', trial, {
      jobId: `${name}-${trial.cellIndex}-${trial.trial}`,
      attempts: ATTEMPTS,
    });
  }
}

function rowOf(answer: TrialAnswer, width: number): Float64Array {
  const bytes = Uint8Array.from(Buffer.from(answer, 'base64'));
  if (bytes.byteLength !== width * Float64Array.BYTES_PER_ELEMENT) {
    throw new Error('A worker of another version answered: its row has another length.');
  }
  return new Float64Array(bytes.buffer);
}

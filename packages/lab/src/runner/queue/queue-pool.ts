/**
 * A pool whose threads are workers elsewhere: trials go into the queue, and their rows come back from it.
 *
 * Whoever runs the experiment plays nothing, but keeps the books as ever: what is finished, parts on disk, the
 * summary. Trials that were asked for before an earlier run was killed are found finished, or taken up again.
 */
import { experimentHash } from '../../experiments/experiment-hash.ts';
import { layoutOf } from '../../experiments/experiment-plan.ts';
import type { TrialPoolOptions } from '../run-experiment.ts';
import type { TrialTask } from '../trial-task.ts';
import type { WorkerPool } from '../worker-pool.ts';
import { FinishedTrials } from './finished-trials.ts';
import { ExperimentShelf, openTrials, type TrialAnswer } from './trial-queue.ts';

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
  readonly #finished: FinishedTrials;
  readonly #shelf: ExperimentShelf;
  readonly #ready: Promise<unknown>;

  constructor(url: string, experiment: TrialPoolOptions['experiment']) {
    this.#hash = experimentHash(experiment);
    this.#width = layoutOf(experiment).width;
    this.#trials = openTrials(url);
    this.#finished = new FinishedTrials(url, this.#trials);
    this.#shelf = new ExperimentShelf(url);
    this.#ready = this.#begin(experiment);
    // Told to whoever asks for a trial.
    this.#ready.catch(() => {});
  }

  async run({ cellIndex, trial, memory }: TrialTask): Promise<void> {
    await this.#ready;
    const jobId = `${this.#hash.slice(0, NAME_DIGITS)}-${cellIndex}-${trial}`;
    const answer = this.#finished.wait(jobId);
    // If the trial cannot be asked for, that is what is told.
    answer.catch(() => {});
    const asked = { hash: this.#hash, cellIndex, trial };
    const job = await this.#trials.add('trial', asked, { jobId, attempts: ATTEMPTS });
    const row = rowOf(await answer, this.#width);
    new Float64Array(memory).set(row, trial * this.#width);
    await job.remove();
  }

  async close(): Promise<void> {
    await this.#ready.catch(() => {});
    await this.#shelf.remove(this.#hash).catch(() => {});
    await this.#finished.close().catch(() => {});
    await Promise.allSettled([this.#trials.close(), this.#shelf.close()]);
  }

  async #begin(experiment: TrialPoolOptions['experiment']): Promise<void> {
    await this.#finished.ready();
    await this.#shelf.put(this.#hash, experiment);
  }
}

function rowOf(answer: TrialAnswer, width: number): Float64Array {
  const bytes = Uint8Array.from(Buffer.from(answer, 'base64'));
  if (bytes.byteLength !== width * Float64Array.BYTES_PER_ELEMENT) {
    throw new Error('A worker of another version answered: its row has another length.');
  }
  return new Float64Array(bytes.buffer);
}

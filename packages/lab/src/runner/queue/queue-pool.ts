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
import { AskedTrials } from './asked-trials.ts';
import { ExperimentShelf, openTrials, type TrialAnswer } from './trial-queue.ts';

/** Trials that wait in the queue or are under way, at most. */
const TRIALS_ASKED = 256;

/** Returns a function that opens the pool for an experiment. */
export function queuePool(url: string): (options: TrialPoolOptions) => WorkerPool<TrialTask, void> {
  return ({ experiment }) => new QueuePool(url, experiment);
}

class QueuePool implements WorkerPool<TrialTask, void> {
  readonly workerCount = TRIALS_ASKED;
  readonly #hash: string;
  readonly #width: number;
  readonly #trials: ReturnType<typeof openTrials>;
  readonly #asked: AskedTrials;
  readonly #shelf: ExperimentShelf;
  readonly #ready: Promise<unknown>;

  constructor(url: string, experiment: TrialPoolOptions['experiment']) {
    this.#hash = experimentHash(experiment);
    this.#width = layoutOf(experiment).width;
    this.#trials = openTrials(url);
    this.#shelf = new ExperimentShelf(url);
    const putExperiment = () => this.#shelf.put(this.#hash, experiment);
    this.#asked = new AskedTrials({ trials: this.#trials, hash: this.#hash, putExperiment });
    this.#ready = putExperiment().then(() => this.#asked.forgetFailures());
    // Told to whoever asks for a trial.
    this.#ready.catch(() => {});
  }

  async run({ cellIndex, trial, memory }: TrialTask): Promise<void> {
    await this.#ready;
    const answer = await this.#asked.ask({ hash: this.#hash, cellIndex, trial });
    new Float64Array(memory).set(rowOf(answer, this.#width), trial * this.#width);
  }

  async close(): Promise<void> {
    await this.#ready.catch(() => {});
    await this.#leave().catch(() => {});
    await Promise.allSettled([this.#trials.close(), this.#shelf.close()]);
  }

  /** The experiment stays for trials that a worker has begun, or that another run asks for. */
  async #leave(): Promise<void> {
    const isNeeded = await this.#asked.close();
    if (!isNeeded) await this.#shelf.remove(this.#hash);
  }
}

function rowOf(answer: TrialAnswer, width: number): Float64Array {
  const bytes = Uint8Array.from(Buffer.from(answer, 'base64'));
  if (bytes.byteLength !== width * Float64Array.BYTES_PER_ELEMENT) {
    throw new Error('A worker of another version answered: its row has another length.');
  }
  return new Float64Array(bytes.buffer);
}

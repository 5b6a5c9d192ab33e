/**
 * Who waits for which trial of the queue, and how they learn that it is finished: by its event, or, since events can
 * be missed, by a look at what is finished once a second.
 *
 * Events are numbered before they are written, so with several workers a lower number may appear after a higher one was
 * read, and nobody reads it any more. Waiting by events alone, as the queue's own `waitUntilFinished` does, such a
 * trial is waited for without end. One listener serves all who wait.
 */
import { QueueEvents } from 'bullmq';
import {
  BACKEND,
  connectionTo,
  type QueueOf,
  TRIALS,
  type TrialAnswer,
  type TrialEvents,
  type TrialJob,
} from './trial-queue.ts';

const LOOK_EVERY_MS = 1000;

interface Waiter {
  readonly resolve: (answer: TrialAnswer) => void;
  readonly reject: (reason: Error) => void;
}

export class FinishedTrials {
  readonly #trials: QueueOf<TrialJob, TrialAnswer>;
  readonly #events: TrialEvents;
  readonly #waiters = new Map<string, Waiter>();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | null = null;

  constructor(url: string, trials: QueueOf<TrialJob, TrialAnswer>) {
    this.#trials = trials;
    this.#events = new QueueEvents(TRIALS, connectionTo(url), BACKEND);
    this.#events.on('completed', ({ jobId, returnvalue }) => {
      // The queue's types call every answer a text, whatever was declared.
      this.#take(jobId)?.resolve(returnvalue as TrialAnswer);
    });
    this.#events.on('failed', ({ jobId, failedReason }) => {
      this.#take(jobId)?.reject(new Error(failedReason));
    });
    this.#timer = setInterval(() => this.#lookSoon(), LOOK_EVERY_MS);
  }

  async ready(): Promise<void> {
    await this.#events.waitUntilReady();
  }

  /** Resolves with the row of a trial. To be called before the trial is asked for: nothing is missed then. */
  wait(id: string): Promise<TrialAnswer> {
    return new Promise((resolve, reject) => this.#waiters.set(id, { resolve, reject }));
  }

  /** Whoever still waits is told that there is nothing more to come. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const id of [...this.#waiters.keys()]) {
      this.#take(id)?.reject(new Error('The run has ended: nobody waits for this trial any more.'));
    }
    await this.#looking;
    await this.#events.close();
  }

  #lookSoon(): void {
    if (this.#looking !== null || this.#waiters.size === 0) return;
    this.#looking = this.#look()
      // The database may be away for a while; the next look comes anyway.
      .catch(() => {})
      .finally(() => {
        this.#looking = null;
      });
  }

  async #look(): Promise<void> {
    for (const job of await this.#trials.getJobs(['completed', 'failed'])) {
      const waiter = this.#take(job.id!);
      if (waiter === undefined) continue;
      if (job.failedReason === undefined) waiter.resolve(job.returnvalue);
      else waiter.reject(new Error(job.failedReason));
    }
  }

  #take(id: string): Waiter | undefined {
    const waiter = this.#waiters.get(id);
    this.#waiters.delete(id);
    return waiter;
  }
}

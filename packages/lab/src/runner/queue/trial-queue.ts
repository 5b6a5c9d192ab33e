/**
 * The queue between whoever runs an experiment and workers anywhere: BullMQ in a PostgreSQL database.
 *
 *     experiments   one job a run, kept while it is under way: the experiment itself, by its hash
 *     trials        one job a trial: hash, cell, number; its answer is the trial's row of numbers
 *
 * A trial is named by seed, cell and number alone, so it does not matter who plays it, or how often: the
 * same bits come back. A worker that dies keeps its trial for some seconds, then another takes it.
 */

import { HedgerowError } from '@hedgerow/core';
import {
  createPostgresBackend,
  type PostgresConnectionOptions,
  type PostgresQueueBackend,
  Queue,
} from 'bullmq';
import type { Experiment } from '../../experiments/experiment.ts';
import { SteadyClient } from './steady-client.ts';

export const TRIALS = 'hedgerow-trials';
const EXPERIMENTS = 'hedgerow-experiments';
/** Tables have a schema of their own, beside whatever else is in the database. */
const SCHEMA = 'hedgerow_queue';

export interface TrialJob {
  /** Of the experiment. */
  readonly hash: string;
  readonly cellIndex: number;
  readonly trial: number;
}

/** Base64 of the row's numbers, little-endian. */
export type TrialAnswer = string;

export type Connection = { readonly connection: PostgresConnectionOptions };

/** How both ends reach the database; its tables are made when they are missing. */
export function connectionTo(url: string): Connection {
  return {
    connection: { connectionString: url, schema: SCHEMA, migrate: true, Client: SteadyClient },
  };
}

export const BACKEND: typeof createPostgresBackend = createPostgresBackend;

/** A queue of such jobs in PostgreSQL. */
export type QueueOf<Data, Answer> = Queue<
  Data,
  Answer,
  string,
  Data,
  Answer,
  string,
  PostgresQueueBackend,
  PostgresConnectionOptions
>;

function openQueue<Data, Answer>(name: string, url: string): QueueOf<Data, Answer> {
  const queue = new Queue(name, connectionTo(url), BACKEND);
  // A connection that idles may be cut off; whoever asks for something hears of it, and nobody else has to.
  queue.on('error', () => {});
  return queue as unknown as QueueOf<Data, Answer>;
}

/** Opens the trials' end of the queue. */
export function openTrials(url: string): QueueOf<TrialJob, TrialAnswer> {
  return openQueue(TRIALS, url);
}

/** Refuses a database that does not answer, before anything is begun. */
export async function requireQueue(url: string): Promise<void> {
  const queue = openTrials(url);
  try {
    await queue.waitUntilReady();
  } catch (cause) {
    const said = cause instanceof Error && cause.message !== '' ? cause.message : String(cause);
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: 'the queue must be a PostgreSQL database that answers and lets tables be made',
      received: `one that says ${JSON.stringify(said)}`,
      remedy:
        'Check address, name and password, as in postgres://name:password@host:5432/database.',
    });
  } finally {
    await queue.close().catch(() => {});
  }
}

/** Experiments under way, for workers to look up. */
export class ExperimentShelf {
  readonly #queue: QueueOf<{ experiment: Experiment }, void>;

  constructor(url: string) {
    this.#queue = openQueue(EXPERIMENTS, url);
  }

  /** Puts the experiment there, unless it is. */
  async put(hash: string, experiment: Experiment): Promise<void> {
    await this.#queue.add('experiment', { experiment }, { jobId: hash });
  }

  async take(hash: string): Promise<Experiment> {
    const job = await this.#queue.getJob(hash);
    if (job !== undefined) return job.data.experiment;
    throw new Error(`The experiment ${hash} is not in the queue any more: its run has ended.`);
  }

  async remove(hash: string): Promise<void> {
    await this.#queue.remove(hash);
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }
}

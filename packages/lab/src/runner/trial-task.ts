/**
 * What a worker thread is told: once the experiment, then one trial after the other.
 */
import type { Experiment } from '../experiments/experiment.ts';

export interface WorkerSettings {
  readonly experiment: Experiment;
  /** Where modules of one's own are looked for. */
  readonly moduleFolder?: string | undefined;
}

export interface TrialTask {
  /** Place of the cell in the list of all cells. */
  readonly cellIndex: number;
  /** Counted from 0. */
  readonly trial: number;
  /** The rows of the cell, shared by all threads. */
  readonly memory: SharedArrayBuffer;
}

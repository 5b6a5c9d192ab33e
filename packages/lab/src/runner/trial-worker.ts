/**
 * One worker thread: plays the trials it is given and writes their rows into shared memory.
 */
import { createEngine } from '@hedgerow/core';
import { workerData } from 'piscina';
import { planCells, recordedRounds } from '../experiments/experiment-plan.ts';
import { RecordLayout } from '../experiments/trial-record.ts';
import { playTrial } from './play-trial.ts';
import type { TrialTask, WorkerSettings } from './trial-task.ts';

const { experiment } = workerData as WorkerSettings;
const cells = planCells(experiment);
const rounds = recordedRounds(experiment.rounds);
const layout = new RecordLayout(rounds.length);
const engine = createEngine();

export default function runTask({ cellIndex, trial, memory }: TrialTask): void {
  playTrial({
    cell: cells[cellIndex]!,
    trial,
    seed: experiment.seed,
    recordedRounds: rounds,
    layout,
    row: layout.row(new Float64Array(memory), trial),
    engine,
  });
}

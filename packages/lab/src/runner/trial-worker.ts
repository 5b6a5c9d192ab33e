/**
 * One worker thread: plays the trials it is given and writes their rows into shared memory.
 */
import { workerData } from 'piscina';
import { CellPlayer } from './cell-player.ts';
import type { TrialTask, WorkerSettings } from './trial-task.ts';

const player = new CellPlayer((workerData as WorkerSettings).experiment);

export default function runTask({ cellIndex, trial, memory }: TrialTask): void {
  player.play(cellIndex, trial, new Float64Array(memory));
}

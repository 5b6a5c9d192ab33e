/**
 * One worker thread: plays the trials it is given and writes their rows into shared memory.
 */
import { workerData } from 'piscina';
import { CellPlayer } from './cell-player.ts';
import { loadOwnThings } from './own-things.ts';
import type { TrialTask, WorkerSettings } from './trial-task.ts';

const { experiment, moduleFolder } = workerData as WorkerSettings;
const player = new CellPlayer(experiment, await loadOwnThings(experiment, moduleFolder));

export default function runTask({ cellIndex, trial, memory }: TrialTask): void {
  player.play(cellIndex, trial, new Float64Array(memory));
}

/** Plays trials in this thread, so that a test can see what happens between them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CellPlayer } from '../cell-player.ts';
import type { TrialPoolOptions } from '../run-experiment.ts';
import type { TrialTask } from '../trial-task.ts';
import type { WorkerPool } from '../worker-pool.ts';

/** Returns a pool without threads; `beforeTrial` may throw, and the trial is lost. */
export function inlinePool(
  { experiment, workerCount }: TrialPoolOptions,
  beforeTrial: (task: TrialTask) => void = () => {},
): WorkerPool<TrialTask, void> {
  const player = new CellPlayer(experiment);
  return {
    workerCount,
    async run(task) {
      await nextTurn();
      beforeTrial(task);
      player.play(task.cellIndex, task.trial, new Float64Array(task.memory));
    },
    close: async () => {},
  };
}

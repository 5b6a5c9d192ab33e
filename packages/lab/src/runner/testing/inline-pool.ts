/** Plays trials in this thread, so that a test can see what happens between them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createEngine } from '@hedgerow/core';
import { planCells, recordedRounds } from '../../experiments/experiment-plan.ts';
import { RecordLayout } from '../../experiments/trial-record.ts';
import { playTrial } from '../play-trial.ts';
import type { TrialPool, TrialPoolOptions } from '../trial-pool.ts';
import type { TrialTask } from '../trial-task.ts';

/** Returns a pool without threads; `beforeTrial` may throw, and the trial is lost. */
export function inlinePool(
  { experiment, workerCount }: TrialPoolOptions,
  beforeTrial: (task: TrialTask) => void = () => {},
): TrialPool {
  const cells = planCells(experiment);
  const rounds = recordedRounds(experiment.rounds);
  const layout = new RecordLayout(rounds.length);
  const engine = createEngine();
  return {
    workerCount,
    async play(task) {
      await nextTurn();
      beforeTrial(task);
      playTrial({
        cell: cells[task.cellIndex]!,
        trial: task.trial,
        seed: experiment.seed,
        recordedRounds: rounds,
        layout,
        row: layout.row(new Float64Array(task.memory), task.trial),
        engine,
      });
    },
    close: async () => {},
  };
}

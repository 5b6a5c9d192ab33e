/**
 * The work cut into tasks: a few trials of one cell each, small enough to share out evenly.
 */
import type { PriceCell } from './price-cells.ts';
import type { CellTrials } from './run-cell.ts';

const TRIALS_PER_TASK = 5;

export interface PriceTask extends CellTrials {
  /** Place of the cell in the list of all cells. */
  readonly cellIndex: number;
}

export interface TaskPlan {
  readonly seed: number;
  readonly trialCount: number;
  readonly roundCount: number;
}

/** Returns the tasks of the cells that are wanted, in the order of cells and trials. */
export function planTasks(
  cells: readonly PriceCell[],
  isWanted: (cell: PriceCell) => boolean,
  plan: TaskPlan,
): PriceTask[] {
  const { seed, trialCount, roundCount } = plan;
  return cells.flatMap((cell, cellIndex) => {
    if (!isWanted(cell)) return [];
    const taskCount = Math.ceil(trialCount / TRIALS_PER_TASK);
    return Array.from({ length: taskCount }, (_, i) => ({
      cellIndex,
      seed,
      roundCount,
      firstTrial: i * TRIALS_PER_TASK,
      trialCount: Math.min(TRIALS_PER_TASK, trialCount - i * TRIALS_PER_TASK),
    }));
  });
}

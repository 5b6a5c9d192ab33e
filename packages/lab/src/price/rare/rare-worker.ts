/**
 * One worker thread of `price -- rare`: answers each task with the results of its trials.
 */
import { RARE_CELLS } from './rare-cells.ts';
import { type RareTask, type RareTrial, runRareCell } from './run-rare-cell.ts';

export default function runTask(task: RareTask): readonly RareTrial[] {
  return runRareCell(RARE_CELLS[task.cellIndex]!, task);
}

/**
 * One worker thread: answers each task with the results of its trials.
 */
import { PRICE_CELLS } from './price-cells.ts';
import type { PriceTask } from './price-task.ts';
import { runCell, type TrialResult } from './run-cell.ts';

export default function runTask(task: PriceTask): readonly TrialResult[] {
  return runCell(PRICE_CELLS[task.cellIndex]!, task);
}

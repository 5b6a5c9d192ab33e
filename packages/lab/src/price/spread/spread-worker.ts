/**
 * One worker thread of `price spread`: answers each task with the results of its farms.
 */
import { runSpreadCell, type SpreadTask, type SpreadTrial } from './run-spread-cell.ts';
import { SPREAD_CELLS } from './spread-cells.ts';

export default function runTask(task: SpreadTask): readonly SpreadTrial[] {
  return runSpreadCell(SPREAD_CELLS[task.cellIndex]!, task);
}

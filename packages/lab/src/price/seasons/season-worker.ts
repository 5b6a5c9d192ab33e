/**
 * One worker thread of `price seasons`: answers each task with the results of its trials.
 */
import { runSeasonCell, type SeasonTask, type SeasonTrial } from './run-season-cell.ts';
import { SEASON_CELLS } from './season-cells.ts';

export default function runTask(task: SeasonTask): readonly SeasonTrial[] {
  return runSeasonCell(SEASON_CELLS[task.cellIndex]!, task);
}

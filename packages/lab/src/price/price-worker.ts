/**
 * One worker thread: takes tasks by message, answers each with the results of its trials.
 */
import { parentPort } from 'node:worker_threads';
import { PRICE_CELLS } from './price-cells.ts';
import type { PriceTask } from './price-task.ts';
import { runCell } from './run-cell.ts';

const port = parentPort!;
port.on('message', (task: PriceTask) => {
  port.postMessage(runCell(PRICE_CELLS[task.cellIndex]!, task));
});

/**
 * Runs the small experiment in a process of its own and kills it as soon as one cell is on disk.
 * Started by a test with the output folder as its argument.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { smallExperiment as experiment } from '../../experiments/testing/small-experiment.ts';
import { resultFolderPath } from '../result-folder.ts';
import { runExperiment } from '../run-experiment.ts';
import { inlinePool } from './inline-pool.ts';

const outputFolder = process.argv[2]!;
const part = path.join(resultFolderPath({ experiment, outputFolder }), 'parts', 'cell-0.part');

await runExperiment({
  experiment,
  outputFolder,
  openPool: inlinePool,
  onProgress: () => {
    if (existsSync(part)) process.kill(process.pid, 'SIGKILL');
  },
});

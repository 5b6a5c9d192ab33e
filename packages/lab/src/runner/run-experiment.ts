/**
 * Runs an experiment on all cores and writes its results; continues where an earlier run stopped.
 *
 *     1  claim the folder            4  traces as CSV and Parquet
 *     2  complete already? done      5  summary, written last
 *     3  play what is missing        6  the parts are no longer needed
 *
 * The results do not depend on the number of threads, nor on how often the run was interrupted: a
 * trial is named by seed, cell and number alone, and files are made from all trials in their order.
 */
import { availableParallelism } from 'node:os';
import { createEnvironment } from '../experiments/create-world.ts';
import type { Experiment } from '../experiments/experiment.ts';
import { experimentHash } from '../experiments/experiment-hash.ts';
import { type PlannedCell, planCells, recordedRounds } from '../experiments/experiment-plan.ts';
import type { CellSummary, ExperimentSummary } from '../experiments/experiment-summary.ts';
import { type CellTable, summarise, summariseCell } from '../experiments/summarise.ts';
import { RecordLayout } from '../experiments/trial-record.ts';
import { CellParts } from './cell-parts.ts';
import { LAB_VERSION } from './lab-version.ts';
import { playCells } from './play-cells.ts';
import { openResultFolder, type ResultFolder } from './result-folder.ts';
import { ProgressMeter, type RunProgress } from './run-progress.ts';
import { openTrialPool, type TrialPool, type TrialPoolOptions } from './trial-pool.ts';
import { writeTraces } from './write-traces.ts';

export interface RunOptions {
  readonly experiment: Experiment;
  /** The folder in which the results get a folder of their own. */
  readonly outputFolder: string;
  /** Number of threads; all cores if absent. */
  readonly workerCount?: number;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Stops the run when aborted; what is finished is kept. */
  readonly signal?: AbortSignal;
  /** Who plays the trials; worker threads if absent. */
  readonly openPool?: (options: TrialPoolOptions) => TrialPool;
}

/** Everything that follows from the experiment before it is run. */
interface Run {
  readonly experiment: Experiment;
  readonly folder: ResultFolder;
  readonly cells: readonly PlannedCell[];
  readonly rounds: readonly number[];
  readonly layout: RecordLayout;
  readonly parts: CellParts;
}

/** Runs all trials that are missing, writes the results and returns the summary. */
export async function runExperiment(options: RunOptions): Promise<ExperimentSummary> {
  const { experiment } = options;
  for (const environment of experiment.environments) createEnvironment(environment);
  const folder = await openResultFolder(options);
  const earlier = await folder.readSummary();
  if (earlier !== null) {
    await folder.removeParts();
    return earlier;
  }
  const run = planRun(experiment, folder);
  await playMissing(run, options);
  return await writeResults(run);
}

function planRun(experiment: Experiment, folder: ResultFolder): Run {
  const rounds = recordedRounds(experiment.rounds);
  const layout = new RecordLayout(rounds.length);
  const parts = new CellParts({
    folder,
    hash: experimentHash(experiment),
    version: LAB_VERSION,
    numberCount: experiment.trials * layout.width,
  });
  return { experiment, folder, cells: planCells(experiment), rounds, layout, parts };
}

async function playMissing(run: Run, options: RunOptions): Promise<void> {
  const { experiment, cells } = run;
  const workerCount = options.workerCount ?? availableParallelism();
  const open = options.openPool ?? openTrialPool;
  const progress = new ProgressMeter({
    trialCount: cells.length * experiment.trials,
    onProgress: options.onProgress ?? (() => {}),
    clock: () => performance.now(),
  });
  const signal = options.signal ?? new AbortController().signal;
  const pool = open({ experiment, workerCount });
  await playCells({ ...run, pool, progress, signal });
}

async function writeResults(run: Run): Promise<ExperimentSummary> {
  const { experiment, folder, layout } = run;
  const summaries: CellSummary[] = [];
  const cells = finishedCells(run, (cell) => summaries.push(summariseCell(cell, experiment)));
  await writeTraces({ folder, layout, recordedRounds: run.rounds, cells });
  const summary = summarise({ experiment, version: LAB_VERSION, cells: summaries });
  await folder.writeText('summary.json', `${JSON.stringify(summary)}\n`);
  await folder.removeParts();
  return summary;
}

/** Reads the rows of one cell after the other; `onCell` sees each of them before it is passed on. */
async function* finishedCells(
  { cells, parts, experiment, layout }: Run,
  onCell: (cell: CellTable) => void,
): AsyncGenerator<CellTable, void, void> {
  for (const [index, cell] of cells.entries()) {
    const table = new Float64Array(experiment.trials * layout.width);
    await parts.read(index, cell, table);
    onCell({ cell, table });
    yield { cell, table };
  }
}

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
import type { Experiment } from '../experiments/experiment.ts';
import { experimentHash } from '../experiments/experiment-hash.ts';
import {
  layoutOf,
  type PlannedCell,
  planCells,
  planDifferences,
  recordedRounds,
} from '../experiments/experiment-plan.ts';
import type {
  CellSummary,
  DifferenceSummary,
  ExperimentSummary,
} from '../experiments/experiment-summary.ts';
import {
  type CellTable,
  summarise,
  summariseCell,
  summariseDifference,
} from '../experiments/summarise.ts';
import type { RecordLayout } from '../experiments/trial-record.ts';
import { CellParts } from './cell-parts.ts';
import { LAB_VERSION } from './lab-version.ts';
import { loadOwnThings } from './own-things.ts';
import { playCells } from './play-cells.ts';
import { openResultFolder, type ResultFolder } from './result-folder.ts';
import { ProgressMeter, type RunProgress } from './run-progress.ts';
import type { TrialTask, WorkerSettings } from './trial-task.ts';
import { openWorkerPool, type WorkerPool } from './worker-pool.ts';
import { writeTraces } from './write-traces.ts';

export interface RunOptions {
  readonly experiment: Experiment;
  /** The folder of the experiment file, where modules of one's own are looked for; this one if absent. */
  readonly moduleFolder?: string | undefined;
  /** The folder in which the results get a folder of their own. */
  readonly outputFolder: string;
  /** Number of threads; all cores if absent. */
  readonly workerCount?: number | undefined;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Stops the run when aborted; what is finished is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Who plays the trials; worker threads if absent. */
  readonly openPool?: (options: TrialPoolOptions) => WorkerPool<TrialTask, void>;
}

export interface TrialPoolOptions extends WorkerSettings {
  readonly workerCount: number;
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
  const own = await loadOwnThings(experiment, options.moduleFolder);
  for (const environment of experiment.environments) own.environment(environment);
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
  const layout = layoutOf(experiment);
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
  const pool = open({ experiment, moduleFolder: options.moduleFolder, workerCount });
  await playCells({ ...run, pool, progress, signal });
}

export function openTrialPool(options: TrialPoolOptions): WorkerPool<TrialTask, void> {
  const { experiment, moduleFolder, workerCount } = options;
  const worker = new URL('./trial-worker.ts', import.meta.url);
  const workerData: WorkerSettings = { experiment, moduleFolder };
  return openWorkerPool({ worker, workerData, workerCount });
}

async function writeResults(run: Run): Promise<ExperimentSummary> {
  const { experiment, folder, layout } = run;
  const summaries: CellSummary[] = [];
  const cells = finishedCells(run, (cell) => summaries.push(summariseCell(cell, experiment)));
  await writeTraces({ folder, layout, recordedRounds: run.rounds, cells });
  const differences = await differencesOf(run);
  const summary = summarise({ experiment, version: LAB_VERSION, cells: summaries, differences });
  await folder.writeText('summary.json', `${JSON.stringify(summary)}\n`);
  await folder.removeParts();
  return summary;
}

/** Compares the cells that the experiment wants compared, two at a time. */
async function differencesOf(run: Run): Promise<DifferenceSummary[]> {
  const differences: DifferenceSummary[] = [];
  for (const pair of planDifferences(run.experiment)) {
    const [first, second] = pair.places;
    const tables = [await rowsOf(run, first), await rowsOf(run, second)] as const;
    differences.push(summariseDifference(pair, tables, run.experiment));
  }
  return differences;
}

/** Reads the rows of one cell after the other; `onCell` sees each of them before it is passed on. */
async function* finishedCells(
  run: Run,
  onCell: (cell: CellTable) => void,
): AsyncGenerator<CellTable, void, void> {
  for (const [index, cell] of run.cells.entries()) {
    const table = await rowsOf(run, index);
    onCell({ cell, table });
    yield { cell, table };
  }
}

async function rowsOf(
  { cells, parts, experiment, layout }: Run,
  index: number,
): Promise<Float64Array> {
  const table = new Float64Array(experiment.trials * layout.width);
  await parts.read(index, cells[index]!, table);
  return table;
}

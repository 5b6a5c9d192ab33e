/**
 * Runs the maize experiment on all cores: the summary that figures and tables read, and how Algorithm 1
 * and CLUCB differ along the rounds, trial by trial.
 */
import { availableParallelism } from 'node:os';
import type { Experiment } from '../../experiments/experiment.ts';
import { planCells, recordedRounds } from '../../experiments/experiment-plan.ts';
import type { ExperimentSummary } from '../../experiments/experiment-summary.ts';
import { type CellTable, summarise, summariseCell } from '../../experiments/summarise.ts';
import { RecordLayout } from '../../experiments/trial-record.ts';
import { LAB_VERSION } from '../../runner/lab-version.ts';
import { ProgressMeter, type RunProgress } from '../../runner/run-progress.ts';
import { type DifferenceCurve, differenceCurves } from './difference-curves.ts';
import { type MaizeSize, maizeExperiment } from './maize-experiment.ts';
import { playMaizeCells } from './play-maize-cells.ts';

export interface MaizeRunOptions {
  readonly size: MaizeSize;
  /** Number of threads; all cores if absent. */
  readonly workerCount?: number | undefined;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Stops the run when aborted. */
  readonly signal?: AbortSignal | undefined;
}

export interface MaizeResults {
  readonly summary: ExperimentSummary;
  /** Algorithm 1 − CLUCB, one for each map and α. */
  readonly differences: readonly DifferenceCurve[];
}

/** Runs everything. */
export async function runMaizeExperiment(options: MaizeRunOptions): Promise<MaizeResults> {
  const { size } = options;
  const experiment = maizeExperiment(size);
  const layout = new RecordLayout(recordedRounds(size.rounds).length);
  const cells = await playAll(experiment, layout, options);
  return {
    summary: summarise({
      experiment,
      version: LAB_VERSION,
      cells: cells.map((cell) => summariseCell(cell, experiment)),
    }),
    differences: differenceCurves(cells, layout),
  };
}

async function playAll(
  experiment: Experiment,
  layout: RecordLayout,
  options: MaizeRunOptions,
): Promise<CellTable[]> {
  const { size, workerCount = availableParallelism() } = options;
  const cells = planCells(experiment);
  const progress = new ProgressMeter({
    trialCount: cells.length * size.trials,
    onProgress: options.onProgress ?? (() => {}),
    clock: () => performance.now(),
  });
  const signal = options.signal ?? new AbortController().signal;
  const cellCount = cells.length;
  const tables = await playMaizeCells({ size, cellCount, layout, workerCount, progress, signal });
  return cells.map((cell, index) => ({ cell, table: tables[index]! }));
}

/**
 * Reproduces the paper: runs the experiments, checks agreement, judges the claims, writes the report.
 *
 *     1  claim the folder                        4  judge every claim
 *     2  run what is missing of the experiments  5  write numbers, figures and report
 *     3  compare with the reference runs
 */
import path from 'node:path';
import type { Experiment } from '../experiments/experiment.ts';
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';
import { type ReportFiles, writeReportFiles } from '../reports/write-report-files.ts';
import { runExperiment } from '../runner/run-experiment.ts';
import type { RunProgress } from '../runner/run-progress.ts';
import { type Agreement, checkAgreement, isAsExpected } from './agreement.ts';
import type { Claim } from './claims/claim.ts';
import { HEDGE_PROMISE_CLAIM } from './claims/hedge-claims.ts';
import { paperClaims } from './claims/paper-claims.ts';
import { claimFolder, writeJson } from './output-folder.ts';
import { type PaperSize, paperExperiments } from './paper-experiments.ts';
import { paperReport } from './paper-report.ts';
import type { PaperSummaries } from './paper-summaries.ts';
import { SYNTHETIC_REFERENCE } from './reference.ts';

export interface ReproduceOptions {
  readonly folder: string;
  readonly size: PaperSize;
  /** The command that the report tells its readers to use. */
  readonly command: string;
  /** Number of threads; all cores if absent. */
  readonly workerCount?: number | undefined;
  /** Returns a listener for the progress of an experiment that is about to start. */
  readonly listenTo?: ((experiment: Experiment) => (progress: RunProgress) => void) | undefined;
  /** Stops the run when aborted; finished trials are kept. */
  readonly signal?: AbortSignal | undefined;
}

export interface Reproduction {
  readonly summaries: PaperSummaries;
  /** Null if the horizon is not that of the reference runs. */
  readonly agreement: Agreement | null;
  readonly claims: readonly Claim[];
  /** False if a number disagrees with the reference runs, or hedge broke its promise. */
  readonly isAsExpected: boolean;
  readonly files: ReportFiles;
}

/** Runs everything and writes it into the folder. */
export async function reproducePaper(options: ReproduceOptions): Promise<Reproduction> {
  const { folder, size, command } = options;
  await claimFolder(folder);
  const experiments = paperExperiments(size);
  const summaries: PaperSummaries = {
    paper: await run(experiments.paper, options),
    half: await run(experiments.half, options),
    free: await run(experiments.free, options),
    stress: await run(experiments.stress, options),
    long: await run(experiments.long, options),
    longHalf: await run(experiments.longHalf, options),
    longQuarter: await run(experiments.longQuarter, options),
    offset: await run(experiments.offset, options),
  };
  const agreement = checkAgreement(summaries.paper, SYNTHETIC_REFERENCE);
  const claims = paperClaims(summaries);
  await writeJson(path.join(folder, 'agreement.json'), agreement);
  await writeJson(path.join(folder, 'claims.json'), claims);
  const report = paperReport({ summaries, agreement, claims, command });
  const files = await writeReportFiles(report, folder);
  return {
    summaries,
    agreement,
    claims,
    isAsExpected: isAsExpected(agreement, claims, HEDGE_PROMISE_CLAIM),
    files,
  };
}

/** Says in one line what an experiment is and how large. */
export function paperSettings({ name, title, trials, rounds }: Experiment): string {
  return `${name}: ${title} (${trials} trials of ${rounds} rounds)`;
}

async function run(experiment: Experiment, options: ReproduceOptions): Promise<ExperimentSummary> {
  const { folder, workerCount, listenTo, signal } = options;
  return await runExperiment({
    experiment,
    outputFolder: path.join(folder, 'runs'),
    workerCount,
    onProgress: listenTo?.(experiment),
    signal,
  });
}

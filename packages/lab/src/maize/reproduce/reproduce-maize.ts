/**
 * Reproduces the maize half of the paper: runs what is missing of the experiment, checks agreement,
 * judges the claims and writes the report.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ExperimentSummary } from '../../experiments/experiment-summary.ts';
import { type ReportFiles, writeReportFiles } from '../../reports/write-report-files.ts';
import { type Agreement, checkAgreement, isAsExpected } from '../../reproduce/agreement.ts';
import type { Claim } from '../../reproduce/claims/claim.ts';
import { claimFolder, writeJson } from '../../reproduce/output-folder.ts';
import { MAIZE_REFERENCE } from '../../reproduce/reference.ts';
import { runExperiment } from '../../runner/run-experiment.ts';
import type { RunProgress } from '../../runner/run-progress.ts';
import { readMaizeModel } from '../world/read-maize-model.ts';
import { maizeClaims } from './claims/maize-claims.ts';
import { MAIZE_HEDGE_PROMISE_CLAIM } from './claims/safety-claims.ts';
import { forecastPanel } from './forecast-panel.ts';
import { type MaizeSize, maizeExperiment } from './maize-experiment.ts';
import { maizeReport } from './maize-report.ts';

export interface ReproduceMaizeOptions {
  readonly folder: string;
  readonly size: MaizeSize;
  /** The command that the report tells its readers to use. */
  readonly command: string;
  /** Number of threads; all cores if absent. */
  readonly workerCount?: number | undefined;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Stops the run when aborted; finished trials are kept. */
  readonly signal?: AbortSignal | undefined;
}

export interface MaizeReproduction {
  readonly summary: ExperimentSummary;
  /** Null if the horizon is not that of the reference rows. */
  readonly agreement: Agreement | null;
  readonly claims: readonly Claim[];
  /** False if a number disagrees with the reference rows, or hedge broke its promise. */
  readonly isAsExpected: boolean;
  readonly files: ReportFiles;
}

/** Runs everything and writes it into the folder. */
export async function reproduceMaize(options: ReproduceMaizeOptions): Promise<MaizeReproduction> {
  const { folder, size, command, workerCount, onProgress, signal } = options;
  await claimFolder(folder);
  const model = readMaizeModel();
  const panel = forecastPanel(model);
  const summary = await runExperiment({
    experiment: maizeExperiment(size),
    outputFolder: path.join(folder, 'runs'),
    workerCount,
    onProgress,
    signal,
  });
  const agreement = checkAgreement(summary, MAIZE_REFERENCE);
  const claims = maizeClaims(summary, panel);
  const report = maizeReport({ summary, model, panel, agreement, claims, command });
  await writeFile(path.join(folder, 'summary.json'), `${JSON.stringify(summary)}\n`);
  await writeJson(path.join(folder, 'agreement.json'), agreement);
  await writeJson(path.join(folder, 'claims.json'), claims);
  const files = await writeReportFiles(report, folder);
  return {
    summary,
    agreement,
    claims,
    isAsExpected: isAsExpected(agreement, claims, MAIZE_HEDGE_PROMISE_CLAIM),
    files,
  };
}

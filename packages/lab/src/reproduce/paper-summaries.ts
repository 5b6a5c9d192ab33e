/**
 * What the four experiments came to; everything that is said about the paper is said from this.
 */
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';

export interface PaperSummaries {
  readonly paper: ExperimentSummary;
  readonly half: ExperimentSummary;
  readonly free: ExperimentSummary;
  readonly stress: ExperimentSummary;
}

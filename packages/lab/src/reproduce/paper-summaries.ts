/**
 * What the experiments came to; everything that is said about the paper is said from this.
 */
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';
import type { PaperExperiments } from './paper-experiments.ts';

export type PaperSummaries = Readonly<Record<keyof PaperExperiments, ExperimentSummary>>;

/**
 * Words that several figures share.
 */
import type { ExperimentSummary, Measure } from '../experiments/experiment-summary.ts';

/** Titles of axes; rewards have the unit of the data. */
export const MEASURE_TITLES: Readonly<Record<Measure, string>> = {
  expectedRegret: 'Cumulative expected regret (reward units)',
  realisedRegret: 'Cumulative realised regret (reward units)',
  oracleRegret: 'Cumulative regret to the best action in hindsight (reward units)',
  baselineRounds: 'Rounds given to the baseline',
  expectedSlack: 'Expected reward above the promise (reward units)',
  realisedSlack: 'Realised reward above the promise (reward units)',
};

/** Says how many trials a curve is the mean of, and what its band is. */
export function bandText(summary: ExperimentSummary): string {
  const { trials } = summary.experiment;
  return trials < 2 ? 'One trial.' : `Mean of ${trials} trials, with 95 % bands.`;
}

/** The same for points with intervals. */
export function intervalText(summary: ExperimentSummary): string {
  const { trials } = summary.experiment;
  return trials < 2 ? 'One trial.' : `Mean of ${trials} trials, with 95 % intervals.`;
}

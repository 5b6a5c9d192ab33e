/**
 * Words that several figures share.
 */
import type { EnvironmentDefinition } from '../experiments/experiment.ts';
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

/** Returns one line about an environment, for subtitles. */
export function environmentText(summary: ExperimentSummary, environment: string): string {
  const definition = summary.experiment.environments.find(({ id }) => id === environment);
  return definition === undefined ? environment : describe(definition);
}

function describe(definition: EnvironmentDefinition): string {
  if (definition.kind === 'synthetic') {
    return `synthetic data, reading “${definition.reading}”, baseline of rank ${definition.baselineRank}`;
  }
  if (definition.kind === 'trap') return `trap world “${definition.trap}”`;
  return `${definition.kind} world “${definition.id}”`;
}

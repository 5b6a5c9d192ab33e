/**
 * Words that the maize figures share.
 */
import type { ExperimentSummary } from '../../../experiments/experiment-summary.ts';

const MAP_TEXTS: Readonly<Record<string, string>> = {
  'outer-map': 'maize, outer features (d = 100)',
  'hadamard-map': 'maize, Hadamard features (d = 10)',
};

/** Returns what a subtitle says of an environment. */
export function mapText(environment: string): string {
  return `${MAP_TEXTS[environment]!}, baseline = 16th best hybrid`;
}

/** Says how many trials stand behind a figure. */
export function trialsText(summary: ExperimentSummary, kind: 'bands' | 'intervals'): string {
  const { trials } = summary.experiment;
  return trials < 2 ? 'One trial.' : `Mean of ${trials} trials, with 95 % ${kind}.`;
}

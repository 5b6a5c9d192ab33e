/**
 * Finding one's way in a summary: cells by name, labels, last values.
 */
import { HedgerowError } from '@hedgerow/core';
import type { MeanAndError } from '../measures/mean-and-error.ts';
import { promises } from '../trials/sight.ts';
import type { Cell } from './experiment.ts';
import type { CellSummary, ExperimentSummary, Measure } from './experiment-summary.ts';

/** Returns the cell, whatever α is asked for if the strategy has no gate; undefined if not run. */
export function findCell(summary: ExperimentSummary, wanted: Cell): CellSummary | undefined {
  return summary.cells.find(
    (cell) =>
      cell.environment === wanted.environment &&
      cell.strategy === wanted.strategy &&
      (cell.allowedShortfall === null || cell.allowedShortfall === wanted.allowedShortfall),
  );
}

/** Returns the cell, or says which one is missing. */
export function cellOf(summary: ExperimentSummary, wanted: Cell): CellSummary {
  const cell = findCell(summary, wanted);
  if (cell !== undefined) return cell;
  const { environment, strategy, allowedShortfall } = wanted;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `The experiment ${summary.experiment.name} must have run the strategy ${strategy} in ${environment} with α = ${allowedShortfall}`,
    received: 'not among its cells',
  });
}

/** Returns what people call a strategy. */
export function labelOf(summary: ExperimentSummary, strategy: string): string {
  return summary.experiment.strategies.find(({ id }) => id === strategy)?.label ?? strategy;
}

/** Returns whether a strategy has a gate, and so one cell for each α. */
export function isGated(summary: ExperimentSummary, strategy: string): boolean {
  const definition = summary.experiment.strategies.find(({ id }) => id === strategy);
  return definition !== undefined && promises(definition);
}

/** Returns mean and error of a measure in the last round. */
export function lastOf(cell: Pick<CellSummary, 'curves'>, measure: Measure): MeanAndError {
  const { mean, standardError } = cell.curves[measure];
  return { mean: mean.at(-1)!, standardError: standardError.at(-1)! };
}

/** Returns T. */
export function horizonOf(summary: ExperimentSummary): number {
  return summary.recordedRounds.at(-1)!;
}

/** Returns the values of α, smallest first. */
export function shortfallsOf(summary: ExperimentSummary): number[] {
  return [...summary.experiment.allowedShortfalls].sort((first, second) => first - second);
}

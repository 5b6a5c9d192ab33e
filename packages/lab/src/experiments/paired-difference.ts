/**
 * Compares two strategies trial by trial: they met the same worlds, so most of the luck cancels.
 */
import { type MeanAndError, pairedDifference } from '../measures/mean-and-error.ts';
import type { CellSummary, ExperimentSummary, Measure } from './experiment-summary.ts';

export interface StrategyDifference {
  readonly environment: string;
  readonly allowedShortfall: number | null;
  readonly strategy: string;
  readonly reference: string;
  readonly measure: Measure;
  /** Mean of strategy − reference, and its standard error. */
  readonly difference: MeanAndError;
}

export interface DifferencesInput {
  readonly summary: ExperimentSummary;
  /** Id of the strategy that the others are compared with. */
  readonly reference: string;
  readonly measure: Measure;
}

/**
 * Returns the differences of all other cells to the reference in the same environment. Two cells with
 * a gate are compared at the same α; one without a gate is compared with all.
 */
export function differencesTo({
  summary,
  reference,
  measure,
}: DifferencesInput): StrategyDifference[] {
  return summary.cells
    .filter(({ strategy }) => strategy !== reference)
    .flatMap((cell) =>
      summary.cells
        .filter((other) => isBeside(other, cell, reference))
        .map((beside) => differenceOf(cell, beside, measure)),
    );
}

function isBeside(other: CellSummary, cell: CellSummary, reference: string): boolean {
  const isSameShortfall =
    other.allowedShortfall === null ||
    cell.allowedShortfall === null ||
    other.allowedShortfall === cell.allowedShortfall;
  return other.strategy === reference && other.environment === cell.environment && isSameShortfall;
}

function differenceOf(
  cell: CellSummary,
  beside: CellSummary,
  measure: Measure,
): StrategyDifference {
  return {
    environment: cell.environment,
    allowedShortfall: cell.allowedShortfall ?? beside.allowedShortfall,
    strategy: cell.strategy,
    reference: beside.strategy,
    measure,
    difference: pairedDifference(cell.finals[measure], beside.finals[measure]),
  };
}

/**
 * Do our trials agree with those of an independent program? Row by row, and for the paired differences.
 *
 *     standardErrors = (measured − reference) / √( error² + referenceError² )      within ± 3
 *
 * With fewer than 100 trials our own error is badly known, and 3 is replaced by the value that Student's
 * distribution exceeds as rarely.
 */
import type { CellSummary, ExperimentSummary } from '../../experiments/experiment-summary.ts';
import { type MeanAndError, standardErrorsAbove } from '../../measures/mean-and-error.ts';
import { studentQuantile } from '../../plots/student-distribution.ts';
import { cellOf, horizonOf, lastOf } from '../../plots/summary-cells.ts';
import type { Agreement, AgreementLine } from '../../reproduce/agreement.ts';
import { COMPARED_MEASURES, STANDARD_ERRORS_MAX } from '../world/maize-agreement.ts';
import {
  DIFFERENCE_MEASURES,
  type DifferenceCurve,
  type DifferenceMeasure,
} from './difference-curves.ts';
import {
  type MaizeReferenceDifference,
  type MaizeReferenceRow,
  REFERENCE_DIFFERENCES,
  REFERENCE_ROUNDS,
  REFERENCE_ROWS,
  REFERENCE_TRIALS,
} from './reference-rows.ts';
import type { MaizeResults } from './run-maize-experiment.ts';

/** What lines about the paired difference are called. */
export const DIFFERENCE = 'Algorithm 1 − CLUCB';
/** A normal number is within ± 3 with this probability. */
const PROBABILITY_WITHIN = 0.9973;

/** Compares every reference number; null if the horizon differs, for then nothing is comparable. */
export function checkMaizeAgreement({ summary, differences }: MaizeResults): Agreement | null {
  const { trials } = summary.experiment;
  if (horizonOf(summary) !== REFERENCE_ROUNDS || trials < 2) return null;
  const limit = limitFor(trials);
  const lines = [
    ...REFERENCE_ROWS.flatMap((row) => rowLines(summary, row)),
    ...REFERENCE_DIFFERENCES.flatMap((row) => differenceLines(differences, row)),
  ].map((line) => ({ ...line, isWithin: Math.abs(line.standardErrors) <= limit }));
  return { lines, limit, isReached: lines.every(({ isWithin }) => isWithin) };
}

type Comparison = Omit<AgreementLine, 'isWithin'>;

function limitFor(trials: number): number {
  if (trials >= REFERENCE_TRIALS) return STANDARD_ERRORS_MAX;
  return studentQuantile(PROBABILITY_WITHIN, trials - 1);
}

function rowLines(summary: ExperimentSummary, row: MaizeReferenceRow): Comparison[] {
  const { environment, strategy, allowedShortfall, means } = row;
  const cell: CellSummary = cellOf(summary, row);
  return COMPARED_MEASURES.map((quantity) => ({
    environment,
    strategy,
    allowedShortfall,
    quantity,
    ...compare(lastOf(cell, quantity), means[quantity]),
  }));
}

function differenceLines(
  differences: readonly DifferenceCurve[],
  { environment, allowedShortfall, means }: MaizeReferenceDifference,
): Comparison[] {
  const ours = differences.find(
    (one) => one.environment === environment && one.allowedShortfall === allowedShortfall,
  )!;
  return DIFFERENCE_MEASURES.map((quantity) => ({
    environment,
    strategy: DIFFERENCE,
    allowedShortfall,
    quantity,
    ...compare(lastDifference(ours, quantity), means[quantity]),
  }));
}

function lastDifference({ curves }: DifferenceCurve, measure: DifferenceMeasure): MeanAndError {
  const { mean, standardError } = curves[measure];
  return { mean: mean.at(-1)!, standardError: standardError.at(-1)! };
}

/** Two numbers without any error agree only if they are equal. */
function compare(measured: MeanAndError, reference: MeanAndError) {
  const difference = measured.mean - reference.mean;
  return {
    measured,
    reference,
    difference,
    standardError: Math.hypot(measured.standardError, reference.standardError),
    standardErrors: difference === 0 ? 0 : standardErrorsAbove(measured, reference),
  };
}

/**
 * Do our trials agree with those of an independent program? Number by number.
 *
 *     standardErrors = (measured − reference) / √( error² + referenceError² )      within ± 3
 *
 * Rates of failure have the pooled binomial error. With fewer than 100 trials our own error is badly
 * known, and 3 is replaced by the value that Student's distribution exceeds as rarely.
 */

import type { Cell } from '../experiments/experiment.ts';
import type { CellSummary, ExperimentSummary } from '../experiments/experiment-summary.ts';
import type { MeanAndError } from '../measures/mean-and-error.ts';
import { studentQuantile } from '../plots/student-distribution.ts';
import { cellOf, horizonOf, lastOf } from '../plots/summary-cells.ts';
import {
  REFERENCE_ROUNDS,
  REFERENCE_RUNS,
  REFERENCE_TRIALS,
  type ReferenceRun,
} from './reference-runs.ts';

const LIMIT = 3;
/** A normal number is within ± 3 with this probability. */
const PROBABILITY_WITHIN = 0.9973;

export type AgreementQuantity =
  | keyof ReferenceRun['means']
  | 'coverageFailures'
  | 'expectedViolations'
  | 'realisedViolations';

export interface AgreementLine extends Cell {
  readonly quantity: AgreementQuantity;
  readonly measured: MeanAndError;
  readonly reference: MeanAndError;
  readonly difference: number;
  /** Standard error of the difference. */
  readonly standardError: number;
  /** The difference in units of that. */
  readonly standardErrors: number;
  readonly isWithin: boolean;
}

export interface Agreement {
  readonly lines: readonly AgreementLine[];
  /** How many standard errors are allowed. */
  readonly limit: number;
  readonly isReached: boolean;
}

/** Compares every reference number; null if the horizon differs, for then nothing is comparable. */
export function checkAgreement(summary: ExperimentSummary): Agreement | null {
  const { trials } = summary.experiment;
  if (horizonOf(summary) !== REFERENCE_ROUNDS || trials < 2) return null;
  const limit =
    trials >= REFERENCE_TRIALS ? LIMIT : studentQuantile(PROBABILITY_WITHIN, trials - 1);
  const lines = REFERENCE_RUNS.flatMap((run) =>
    linesOf(run, cellOf(summary, run)).map((line) => ({
      ...line,
      isWithin: Math.abs(line.standardErrors) <= limit,
    })),
  );
  return { lines, limit, isReached: lines.every(({ isWithin }) => isWithin) };
}

type Comparison = Omit<AgreementLine, 'isWithin'>;

function linesOf(run: ReferenceRun, cell: CellSummary): Comparison[] {
  const { environment, strategy, allowedShortfall } = run;
  const place = { environment, strategy, allowedShortfall };
  const means = (Object.keys(run.means) as (keyof ReferenceRun['means'])[]).map((quantity) => ({
    ...place,
    quantity,
    ...compareMeans(lastOf(cell, quantity), run.means[quantity]),
  }));
  const { coverageFailures, violations, trials } = cell;
  const counts = {
    coverageFailures: coverageFailures ?? 0,
    expectedViolations: violations.expected,
    realisedViolations: violations.realised,
  };
  const rates = (Object.keys(counts) as (keyof typeof counts)[]).map((quantity) => ({
    ...place,
    quantity,
    ...compareRates({ count: counts[quantity], trials }, run.rates[quantity]),
  }));
  return [...means, ...rates];
}

function compareMeans(measured: MeanAndError, reference: MeanAndError) {
  const standardError = Math.hypot(measured.standardError, reference.standardError);
  return { measured, reference, ...differenceIn(measured, reference, standardError) };
}

function compareRates(seen: { count: number; trials: number }, referenceRate: number) {
  const { count, trials } = seen;
  const rate = count / trials;
  const pooled = (count + referenceRate * REFERENCE_TRIALS) / (trials + REFERENCE_TRIALS);
  const variance = pooled * (1 - pooled);
  const measured = { mean: rate, standardError: Math.sqrt(variance / trials) };
  const reference = { mean: referenceRate, standardError: Math.sqrt(variance / REFERENCE_TRIALS) };
  return compareMeans(measured, reference);
}

/** Two numbers without any error agree only if they are equal. */
function differenceIn(measured: MeanAndError, reference: MeanAndError, standardError: number) {
  const difference = measured.mean - reference.mean;
  const standardErrors = difference === 0 ? 0 : difference / standardError;
  return { difference, standardError, standardErrors };
}

/**
 * Do our trials agree with those of an independent program? Number by number.
 *
 *     standardErrors = (measured − reference) / √( error² + referenceError² )      within ± 3
 *
 * Rates of failure have the pooled binomial error. With fewer than 100 trials our own error is badly
 * known, and 3 is replaced by the value that Student's distribution exceeds as rarely.
 */

import type { Cell, StrategyPair } from '../experiments/experiment.ts';
import type { CellSummary, ExperimentSummary } from '../experiments/experiment-summary.ts';
import { cellOf, horizonOf, labelOf, lastOf } from '../experiments/summary-cells.ts';
import type { MeanAndError } from '../measures/mean-and-error.ts';
import { studentQuantile } from '../numbers/student-distribution.ts';
import type { Claim } from './claims/claim.ts';
import type {
  Reference,
  ReferenceDifference,
  ReferenceMeasure,
  ReferenceRow,
} from './reference.ts';

const LIMIT = 3;
/** A normal number is within ± 3 with this probability. */
const PROBABILITY_WITHIN = 0.9973;

export type AgreementQuantity =
  | ReferenceMeasure
  | 'coverageFailures'
  | 'expectedViolations'
  | 'realisedViolations';

/** A line about a difference names both strategies as its strategy. */
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
export function checkAgreement(summary: ExperimentSummary, reference: Reference): Agreement | null {
  const { trials } = summary.experiment;
  if (horizonOf(summary) !== reference.rounds || trials < 2) return null;
  const limit =
    trials >= reference.trials ? LIMIT : studentQuantile(PROBABILITY_WITHIN, trials - 1);
  const lines = [
    ...reference.rows.flatMap((row) => [
      ...meanLines(row, cellOf(summary, row)),
      ...rateLines(row, cellOf(summary, row), reference.trials),
    ]),
    ...reference.differences.flatMap((row) => differenceLines(summary, row)),
  ].map((line) => ({ ...line, isWithin: Math.abs(line.standardErrors) <= limit }));
  return { lines, limit, isReached: lines.every(({ isWithin }) => isWithin) };
}

/** Whether all numbers agree, as far as they could be compared, and our own promise was not broken. */
export function isAsExpected(
  agreement: Agreement | null,
  claims: readonly Claim[],
  promiseClaim: string,
): boolean {
  const ours = claims.find(({ id }) => id === promiseClaim);
  return (agreement?.isReached ?? true) && ours?.verdict !== 'does not hold';
}

type Comparison = Omit<AgreementLine, 'isWithin'>;

function meanLines({ means, ...row }: ReferenceRow, cell: CellSummary): Comparison[] {
  return (Object.keys(means) as ReferenceMeasure[]).map((quantity) => ({
    ...placeOf(row),
    quantity,
    ...compareMeans(lastOf(cell, quantity), means[quantity]),
  }));
}

function rateLines(row: ReferenceRow, cell: CellSummary, referenceTrials: number): Comparison[] {
  const { rates } = row;
  if (rates === undefined) return [];
  const { coverageFailures, violations, trials } = cell;
  const counts = {
    coverageFailures: coverageFailures ?? 0,
    expectedViolations: violations.expected,
    realisedViolations: violations.realised,
  };
  return (Object.keys(counts) as (keyof typeof counts)[]).map((quantity) => ({
    ...placeOf(row),
    quantity,
    ...compareRates(
      { count: counts[quantity], trials },
      { rate: rates[quantity], trials: referenceTrials },
    ),
  }));
}

function differenceLines(summary: ExperimentSummary, row: ReferenceDifference): Comparison[] {
  const { strategy, minus, means, environment, allowedShortfall } = row;
  const measured = summary.differences.find(
    (one) =>
      one.strategy === strategy &&
      one.minus === minus &&
      one.environment === environment &&
      one.allowedShortfall === allowedShortfall,
  )!;
  return (Object.keys(means) as (keyof typeof means)[]).map((quantity) => ({
    environment,
    strategy: differenceName(summary, row),
    allowedShortfall,
    quantity,
    ...compareMeans(lastOf(measured, quantity), means[quantity]),
  }));
}

/** What lines about a difference are called: "Algorithm 1 − CLUCB". */
export function differenceName(
  summary: ExperimentSummary,
  { strategy, minus }: StrategyPair,
): string {
  return `${labelOf(summary, strategy)} − ${labelOf(summary, minus)}`;
}

function placeOf({ environment, strategy, allowedShortfall }: Cell): Cell {
  return { environment, strategy, allowedShortfall };
}

function compareMeans(measured: MeanAndError, reference: MeanAndError) {
  const standardError = Math.hypot(measured.standardError, reference.standardError);
  return { measured, reference, ...differenceIn(measured, reference, standardError) };
}

function compareRates(
  seen: { count: number; trials: number },
  wanted: { rate: number; trials: number },
) {
  const { count, trials } = seen;
  const pooled = (count + wanted.rate * wanted.trials) / (trials + wanted.trials);
  const variance = pooled * (1 - pooled);
  const measured = { mean: count / trials, standardError: Math.sqrt(variance / trials) };
  const reference = { mean: wanted.rate, standardError: Math.sqrt(variance / wanted.trials) };
  return compareMeans(measured, reference);
}

/** Two numbers without any error agree only if they are equal. */
function differenceIn(measured: MeanAndError, reference: MeanAndError, standardError: number) {
  const difference = measured.mean - reference.mean;
  const standardErrors = difference === 0 ? 0 : difference / standardError;
  return { difference, standardError, standardErrors };
}

/**
 * One line of the report: what a cell came to, beside as-written and beside the reference.
 */

import type {
  CellSummary,
  DifferenceSummary,
  ExperimentSummary,
} from '../experiments/experiment-summary.ts';
import { labelOf, lastOf } from '../experiments/summary-cells.ts';
import { lowerLimit } from '../measures/clopper-pearson.ts';
import {
  type MeanAndError,
  meanAndError,
  standardErrorsAbove,
} from '../measures/mean-and-error.ts';
import type { PromiseName } from '../measures/run-measures.ts';
import { readReference } from '../reproduce/reference.ts';
import { promises } from '../trials/sight.ts';
import { AS_WRITTEN, FAILURE_PROBABILITY } from './price-experiments.ts';

/** How many standard errors of the difference ours may be above the reference. */
const STANDARD_ERRORS_MAX = 3;

/** Expected regret that independent programs measured for the same designs. */
export interface PriceReference {
  readonly rounds: number;
  readonly rows: readonly (Pick<PriceRow, 'experiment' | 'strategy' | 'allowedShortfall'> & {
    readonly expectedRegret: MeanAndError;
  })[];
}

export const PRICE_REFERENCE: PriceReference = readReference('price');

export interface PriceRow {
  readonly experiment: string;
  readonly strategy: string;
  readonly allowedShortfall: number;
  readonly trials: number;
  readonly rounds: number;
  readonly seed: number;
  readonly expectedRegret: number;
  readonly standardError: number;
  /** Rounds that the baseline got because the candidate was refused or was the baseline itself. */
  readonly baselineRounds: number;
  /** Rounds that a coin gave to the baseline, to measure it. */
  readonly heldOutRounds: number;
  /** Whether the strategy's promise is proved to hold. */
  readonly isSound: boolean;
  /** Trials in which the strategy's own promise was broken. */
  readonly violations: number;
  /** Trials in which each of the promises was broken, promised or not. */
  readonly violationsByPromise: Readonly<Record<PromiseName, number>>;
  /** Trials in which the certificate ever claimed more than the truth. */
  readonly invalidCertificates: number;
  /** Mean of regret minus that of as-written in the same trial; null where as-written does not play. */
  readonly differenceToAsWritten: number | null;
  readonly differenceStandardError: number | null;
  readonly reference: number | null;
  readonly referenceStandardError: number | null;
  /** At most three standard errors above the reference; null if there is none for so many rounds. */
  readonly isWithinReference: boolean | null;
}

/** Returns the lines of one experiment, one for each cell. */
export function priceRows(summary: ExperimentSummary): PriceRow[] {
  return summary.cells.map((cell) => priceRow(summary, cell));
}

/**
 * Whether the line fails the check: a sound promise was broken, or a sound certificate wrong, in more
 * runs than the failure probability explains (Clopper-Pearson at 99 %). At one in a thousand, one
 * failure in a hundred runs proves nothing; two do.
 */
export function isPromiseFailed(row: PriceRow): boolean {
  const failures = Math.max(row.violations, row.invalidCertificates);
  if (!row.isSound || failures === 0) return false;
  return (
    lowerLimit({ count: failures, runCount: row.trials, confidence: 0.99 }) > FAILURE_PROBABILITY
  );
}

function priceRow(summary: ExperimentSummary, cell: CellSummary): PriceRow {
  const { rounds, seed } = summary.experiment;
  const definition = summary.experiment.strategies.find(({ id }) => id === cell.strategy)!;
  const place = {
    experiment: cell.environment,
    strategy: labelOf(summary, cell.strategy),
    allowedShortfall: cell.judgedShortfall,
  };
  const regret = lastOf(cell, 'expectedRegret');
  const { heldOutRounds, finals } = cell;
  const ownRounds = finals.baselineRounds.map((count, trial) => count - heldOutRounds[trial]!);
  return {
    ...place,
    trials: cell.trials,
    rounds,
    seed,
    expectedRegret: regret.mean,
    standardError: regret.standardError,
    baselineRounds: meanAndError(ownRounds).mean,
    heldOutRounds: meanAndError(heldOutRounds).mean,
    isSound: promises(definition) && cell.strategy !== AS_WRITTEN,
    violations: cell.promise?.violations ?? cell.violations.expected,
    violationsByPromise: cell.violations,
    invalidCertificates: cell.invalidCertificates ?? 0,
    ...besideAsWritten(summary.differences, cell),
    ...besideReference(place, regret, rounds),
  };
}

function besideAsWritten(
  differences: readonly DifferenceSummary[],
  { strategy, judgedShortfall }: CellSummary,
): Pick<PriceRow, 'differenceToAsWritten' | 'differenceStandardError'> {
  const found = differences.find(
    (one) => one.strategy === strategy && one.allowedShortfall === judgedShortfall,
  );
  const difference = found && lastOf(found, 'expectedRegret');
  return {
    differenceToAsWritten: difference?.mean ?? null,
    differenceStandardError: difference?.standardError ?? null,
  };
}

function besideReference(
  place: Pick<PriceRow, 'experiment' | 'strategy' | 'allowedShortfall'>,
  regret: MeanAndError,
  rounds: number,
): Pick<PriceRow, 'reference' | 'referenceStandardError' | 'isWithinReference'> {
  const found = PRICE_REFERENCE.rows.find(
    (row) =>
      row.experiment === place.experiment &&
      row.strategy === place.strategy &&
      row.allowedShortfall === place.allowedShortfall,
  );
  if (found === undefined || rounds !== PRICE_REFERENCE.rounds) {
    return { reference: null, referenceStandardError: null, isWithinReference: null };
  }
  const { mean, standardError } = found.expectedRegret;
  return {
    reference: mean,
    referenceStandardError: standardError,
    isWithinReference: standardErrorsAbove(regret, found.expectedRegret) <= STANDARD_ERRORS_MAX,
  };
}

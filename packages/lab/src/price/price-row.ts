/**
 * One line of the report: what a cell came to, beside as-written and beside the reference.
 */

import { lowerLimit } from '../measures/clopper-pearson.ts';
import {
  type MeanAndError,
  meanAndError,
  pairedDifference,
  standardErrorsAbove,
} from '../measures/mean-and-error.ts';
import { PROMISE_NAMES, type PromiseName } from '../measures/run-measures.ts';
import type { PriceCell } from './price-cells.ts';
import { REFERENCE_ROUND_COUNT, referenceOf } from './references.ts';
import type { TrialResult } from './run-cell.ts';
import { asWritten, FAILURE_PROBABILITY } from './strategies.ts';

/** How many standard errors of the difference ours may be above the reference. */
const STANDARD_ERRORS_MAX = 3;

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

/** All trials of one cell, in order. */
export interface CellResults {
  readonly cell: PriceCell;
  readonly trials: readonly TrialResult[];
}

export interface RowSettings {
  readonly seed: number;
  readonly roundCount: number;
}

/** Returns the lines of the report, one for each cell. */
export function priceRows(all: readonly CellResults[], settings: RowSettings): PriceRow[] {
  return all.map((results) => priceRow(results, asWrittenBeside(all, results), settings));
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

function priceRow(
  { cell, trials }: CellResults,
  beside: CellResults | undefined,
  settings: RowSettings,
): PriceRow {
  const regrets = trials.map(({ expectedRegret }) => expectedRegret);
  const regret = meanAndError(regrets);
  const difference =
    beside &&
    pairedDifference(
      regrets,
      beside.trials.map(({ expectedRegret }) => expectedRegret),
    );
  return {
    experiment: cell.experiment,
    strategy: cell.strategy.name,
    allowedShortfall: cell.allowedShortfall,
    trials: trials.length,
    rounds: settings.roundCount,
    seed: settings.seed,
    expectedRegret: regret.mean,
    standardError: regret.standardError,
    baselineRounds: meanAndError(trials.map(({ baselineRounds }) => baselineRounds)).mean,
    heldOutRounds: meanAndError(trials.map(({ heldOutRounds }) => heldOutRounds)).mean,
    isSound: cell.strategy.isSound,
    violations: count(trials, ({ isPromiseBroken }) => isPromiseBroken),
    violationsByPromise: violationsByPromise(trials),
    invalidCertificates: count(trials, ({ isCertificateInvalid }) => isCertificateInvalid),
    differenceToAsWritten: difference?.mean ?? null,
    differenceStandardError: difference?.standardError ?? null,
    ...comparison(cell, regret, settings),
  };
}

function asWrittenBeside(
  all: readonly CellResults[],
  { cell }: CellResults,
): CellResults | undefined {
  if (cell.strategy === asWritten) return undefined;
  return all.find(
    (other) =>
      other.cell.experiment === cell.experiment &&
      other.cell.strategy === asWritten &&
      other.cell.allowedShortfall === cell.allowedShortfall,
  );
}

function comparison(
  cell: PriceCell,
  regret: MeanAndError,
  { roundCount }: RowSettings,
): Pick<PriceRow, 'reference' | 'referenceStandardError' | 'isWithinReference'> {
  const { experiment, strategy, allowedShortfall } = cell;
  const reference = referenceOf({ experiment, strategy: strategy.name, allowedShortfall });
  if (reference === null || roundCount !== REFERENCE_ROUND_COUNT) {
    return { reference: null, referenceStandardError: null, isWithinReference: null };
  }
  return {
    reference: reference.mean,
    referenceStandardError: reference.standardError,
    isWithinReference: standardErrorsAbove(regret, reference) <= STANDARD_ERRORS_MAX,
  };
}

function violationsByPromise(trials: readonly TrialResult[]): Record<PromiseName, number> {
  const counts = PROMISE_NAMES.map((name) => [name, count(trials, ({ broken }) => broken[name])]);
  return Object.fromEntries(counts) as Record<PromiseName, number>;
}

function count(trials: readonly TrialResult[], isCounted: (trial: TrialResult) => boolean): number {
  return trials.filter(isCounted).length;
}

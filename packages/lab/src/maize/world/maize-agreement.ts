/**
 * Compares rows of the maize experiment with those of an independent program.
 *
 * Both have their own random numbers, so they agree if means differ by no more than three standard errors of
 * the difference. Of 1000 comparisons of equal things about three miss that.
 */
import {
  type MeanAndError,
  meanAndError,
  pairedDifference,
  standardErrorsAbove,
} from '../../measures/mean-and-error.ts';
import type { MaizeTrial } from './run-maize-row.ts';

/** How many standard errors of the difference two means may lie apart. */
export const STANDARD_ERRORS_MAX = 3;

export const COMPARED_MEASURES = [
  'expectedRegret',
  'realisedRegret',
  'oracleRegret',
  'baselineRounds',
] as const;

export type ComparedMeasure = (typeof COMPARED_MEASURES)[number];

/** A row of reference: means over trials with their errors. */
export type ReferenceRow = Readonly<Record<ComparedMeasure, MeanAndError>>;

export interface ComparedMean {
  readonly measure: ComparedMeasure;
  readonly ours: MeanAndError;
  readonly reference: MeanAndError;
  /** How far ours is above, in standard errors of the difference. */
  readonly standardErrors: number;
}

/** Returns how far each measure of our trials lies from the reference. */
export function compareMaizeRow(
  trials: readonly MaizeTrial[],
  reference: ReferenceRow,
): ComparedMean[] {
  return COMPARED_MEASURES.map((measure) =>
    comparedMean(measure, meanAndError(trials.map((trial) => trial[measure])), reference[measure]),
  );
}

/** The same for the difference between two rows that met the same random numbers. */
export function compareMaizeDifference(
  measure: ComparedMeasure,
  pair: { readonly trials: readonly MaizeTrial[]; readonly others: readonly MaizeTrial[] },
  reference: MeanAndError,
): ComparedMean {
  const ours = pairedDifference(
    pair.trials.map((trial) => trial[measure]),
    pair.others.map((trial) => trial[measure]),
  );
  return comparedMean(measure, ours, reference);
}

function comparedMean(
  measure: ComparedMeasure,
  ours: MeanAndError,
  reference: MeanAndError,
): ComparedMean {
  const isSame = ours.mean === reference.mean;
  const standardErrors = isSame ? 0 : standardErrorsAbove(ours, reference);
  return { measure, ours, reference, standardErrors };
}

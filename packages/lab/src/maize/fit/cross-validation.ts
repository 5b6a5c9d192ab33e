/**
 * How well a model tells plots it has not seen: random rows held out, and whole field-years.
 *
 * The second question is the farmer's: next season has no plots yet. `withinFieldYear` removes the
 * mean error of every season first, so it only asks whether hybrids are ranked well against each
 * other. Contexts and yields keep the scaling of the whole table.
 */
import { randomStream } from '../../environments/random-stream.ts';
import type { FitRows } from './fit-rows.ts';
import { type IntervalCoverage, intervalCoverage } from './interval-coverage.ts';
import { allRows } from './plot-moments.ts';
import type { Learner } from './simple-learners.ts';
import { shuffle } from './stochastic-gradient.ts';

const FOLD_COUNT = 5;

export interface HeldOutErrors {
  /** Mean squared error of five folds of random rows. */
  readonly randomRows: number;
  /** Of leaving out one field-year after the other. */
  readonly fieldYears: number;
  /** The same, for fields that have plots in another year. Null if there are none. */
  readonly repeatedFields: number | null;
  /** The same, for fields never seen otherwise. */
  readonly newFields: number | null;
  /** Of repeated fields, each season's mean error removed. */
  readonly withinFieldYear: number | null;
  /** Share of left-out plots inside intervals that are meant to hold 8 of 10. */
  readonly intervalCoverage: IntervalCoverage;
}

export interface CrossValidationInput {
  readonly rows: FitRows;
  readonly learner: Learner;
  /** Decides which rows share a fold. */
  readonly seed: number;
  /** Called after each training. */
  readonly onTrained?: () => void;
}

/** The number of trainings of one cross-validation. */
export function trainingCount({ fieldYears }: FitRows): number {
  return FOLD_COUNT + fieldYears.length;
}

/** Trains on the rest and predicts what was left out, again and again. */
export function crossValidate(input: CrossValidationInput): HeldOutErrors {
  const { rows } = input;
  const folds = randomFolds(rows, input.seed);
  const errors = heldOutErrors(input, (row) => folds[row]!, FOLD_COUNT);
  const seasons = heldOutErrors(
    input,
    (row) => rows.fieldYearIndices[row]!,
    rows.fieldYears.length,
  );
  const isRepeated = repeatedRows(rows);
  const chosen = allRows(rows);
  const repeated = chosen.filter((row) => isRepeated[row]);
  return {
    randomRows: meanSquare(errors, chosen)!,
    fieldYears: meanSquare(seasons, chosen)!,
    repeatedFields: meanSquare(seasons, repeated),
    newFields: meanSquare(
      seasons,
      chosen.filter((row) => !isRepeated[row]),
    ),
    withinFieldYear: meanSquare(withoutSeasonMeans(rows, seasons), repeated),
    intervalCoverage: intervalCoverage(rows, seasons, isRepeated),
  };
}

function randomFolds({ rowCount }: FitRows, seed: number): Int32Array {
  const order = Int32Array.from({ length: rowCount }, (_, i) => i);
  shuffle(order, randomStream({ seed, index: 0 }));
  const folds = new Int32Array(rowCount);
  order.forEach((row, position) => {
    folds[row] = position % FOLD_COUNT;
  });
  return folds;
}

function heldOutErrors(
  { rows, learner, onTrained }: CrossValidationInput,
  groupOf: (row: number) => number,
  groupCount: number,
): Float64Array {
  const errors = new Float64Array(rows.rowCount);
  const chosen = allRows(rows);
  for (let group = 0; group < groupCount; group++) {
    const predict = learner(
      rows,
      chosen.filter((row) => groupOf(row) !== group),
    );
    for (const row of chosen) {
      if (groupOf(row) === group) errors[row] = rows.rewards[row]! - predict(row);
    }
    onTrained?.();
  }
  return errors;
}

/** Whether the field of each row has plots in two or more years. */
function repeatedRows({ fields, fieldIndices, fieldYearIndices }: FitRows): boolean[] {
  const seasons = fields.map(() => new Set<number>());
  fieldIndices.forEach((field, row) => {
    seasons[field]!.add(fieldYearIndices[row]!);
  });
  return Array.from(fieldIndices, (field) => seasons[field]!.size > 1);
}

function withoutSeasonMeans(rows: FitRows, errors: Float64Array): Float64Array {
  const sums = new Float64Array(rows.fieldYears.length);
  const counts = new Float64Array(rows.fieldYears.length);
  rows.fieldYearIndices.forEach((season, row) => {
    sums[season]! += errors[row]!;
    counts[season]! += 1;
  });
  return errors.map((error, row) => {
    const season = rows.fieldYearIndices[row]!;
    return error - sums[season]! / counts[season]!;
  });
}

function meanSquare(errors: Float64Array, chosen: readonly number[]): number | null {
  if (chosen.length === 0) return null;
  return chosen.reduce((sum, row) => sum + errors[row]! ** 2, 0) / chosen.length;
}

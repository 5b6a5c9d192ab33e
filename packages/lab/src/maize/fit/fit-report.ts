/**
 * How good a fit is, told beside what no fit can beat: in-sample error, floors, held-out error.
 */
import { meanSquaredError, predictRows, rewardColumns } from './bilinear-model.ts';
import type { CanonicalModel } from './canonical-form.ts';
import { crossValidate, type HeldOutErrors, trainingCount } from './cross-validation.ts';
import { type ErrorFloors, errorFloors } from './error-floors.ts';
import { type FitSettings, fitAll, fitLearner } from './fit-method.ts';
import type { FitRows } from './fit-rows.ts';
import { type FittedRange, fittedRange } from './fitted-range.ts';
import type { IntervalCoverage } from './interval-coverage.ts';
import { allRows } from './plot-moments.ts';
import { additiveLearner, constantLearner } from './simple-learners.ts';

/** The in-sample error that the paper states. */
export const PAPER_ERROR = 0.002;
const ADDITIVE_RIDGE = 0.01;
const SPREAD_SEED_COUNT = 5;

export interface FitReport {
  /** In squared reward units; reward 1 is the whole range of yields. */
  readonly meanSquaredError: number;
  /** Its root in Mg/ha, which is t/ha. */
  readonly typicalErrorMgHa: number;
  readonly floors: ErrorFloors;
  readonly fittedRange: FittedRange;
  /** Null if it was not asked for. */
  readonly crossValidation: CrossValidationReport | null;
  /** In-sample errors of sgd with the seeds from the chosen one on; null for als. */
  readonly seedErrors: readonly number[] | null;
  readonly notes: readonly string[];
}

export interface CrossValidationReport {
  readonly seed: number;
  readonly constant: HeldOutErrors;
  readonly additive: HeldOutErrors;
  readonly fit: HeldOutErrors;
}

export interface FitReportInput {
  readonly rows: FitRows;
  readonly model: CanonicalModel;
  readonly settings: FitSettings;
  readonly hasCrossValidation: boolean;
  /** Hears a line now and then. */
  readonly onProgress: (line: string) => void;
}

/** Computes the report; cross-validation takes most of the time. */
export function fitReport(input: FitReportInput): FitReport {
  const { rows, model, settings } = input;
  const columns = rewardColumns(model);
  const error = meanSquaredError(rows, allRows(rows), predictRows(rows, columns));
  const { min, max } = rows.yieldScaling;
  const floors = errorFloors(rows);
  const range = fittedRange(rows, columns);
  const crossValidation = input.hasCrossValidation ? crossValidationReport(input) : null;
  return {
    meanSquaredError: error,
    typicalErrorMgHa: Math.sqrt(error) * (max - min),
    floors,
    fittedRange: range,
    crossValidation,
    seedErrors: settings.method === 'sgd' ? seedErrors(input) : null,
    notes: notes({ error, floors, range, crossValidation }),
  };
}

function crossValidationReport(input: FitReportInput): CrossValidationReport {
  const { rows, settings } = input;
  const { seed } = settings;
  const total = trainingCount(rows);
  let done = 0;
  const onTrained = () => {
    done += 1;
    if (done % Math.ceil(total / 5) === 0 || done === total) {
      input.onProgress(`cross-validation: ${done} of ${total} fits`);
    }
  };
  return {
    seed,
    constant: crossValidate({ rows, learner: constantLearner, seed }),
    additive: crossValidate({ rows, learner: additiveLearner(ADDITIVE_RIDGE), seed }),
    fit: crossValidate({ rows, learner: fitLearner(settings), seed, onTrained }),
  };
}

function seedErrors({ rows, settings, onProgress }: FitReportInput): number[] {
  return Array.from({ length: SPREAD_SEED_COUNT }, (_, i) => {
    const { model } = fitAll(rows, { ...settings, seed: settings.seed + i });
    const error = meanSquaredError(rows, allRows(rows), predictRows(rows, rewardColumns(model)));
    onProgress(`seed ${settings.seed + i}: mean squared error ${error.toPrecision(4)}`);
    return error;
  });
}

type NotesInput = Pick<FitReport, 'floors' | 'crossValidation'> & {
  readonly error: number;
  readonly range: FittedRange;
};

function notes({ error, floors, range, crossValidation }: NotesInput): string[] {
  const above = (100 * (error / floors.interaction - 1)).toFixed(0);
  return [
    `The fit lies ${above} % above the floor of every bilinear model (${floors.interaction.toPrecision(3)}).`,
    paperNote(floors.hybridByFieldYear),
    rangeNote(range),
    ...(crossValidation === null
      ? []
      : [modesty(crossValidation), calibration(crossValidation.fit.intervalCoverage)]),
  ];
}

function paperNote(plotError: number): string {
  const relation =
    PAPER_ERROR < plotError
      ? 'lies below it, so no fit to single plots of these data can reach it'
      : 'is not below it here';
  return `Plots of one hybrid in one season differ by ${plotError.toPrecision(3)} in mean square, the plot error; the paper's ${PAPER_ERROR} ${relation}.`;
}

function rangeNote({ min, max, belowZeroCount, aboveOneCount, pairCount }: FittedRange): string {
  const span = `from ${min.toFixed(3)} to ${max.toFixed(3)}`;
  return `Over all hybrids and observed contexts fitted rewards run ${span}: ${belowZeroCount} of ${pairCount} lie below 0 and ${aboveOneCount} above 1. They are kept as they are.`;
}

function calibration(coverage: IntervalCoverage): string {
  const percent = (share: number | null) => (share === null ? '–' : `${Math.round(100 * share)} %`);
  return `Intervals meant to hold 8 of 10 plots of a season to come held ${percent(coverage.plots)}: ${percent(coverage.repeatedFields)} in fields with another year, ${percent(coverage.newFields)} in fields never seen; half of the field-years had at least ${percent(coverage.medianFieldYear)} inside, one in ten at most ${percent(coverage.lowestTenth)}.`;
}

function modesty({ constant, additive, fit }: CrossValidationReport): string {
  const figures = [fit, constant, additive].map(({ fieldYears }) => fieldYears.toFixed(4));
  return `On a season it has not seen the fit errs by ${figures[0]} in mean square, a constant by ${figures[1]}, hybrid + context by ${figures[2]}. It makes a realistic simulator and not a yield model.`;
}

/**
 * A farm of one's own; free of Node, so that it also runs in a page.
 */

export { type Cell, type FieldYear, type TrialCells, trialCells } from './model/cells.ts';
export { type FitOptions, fitMixedModel } from './model/fit-mixed-model.ts';
export { learnHarvest } from './model/learn-harvest.ts';
export type {
  ChanceReliability,
  Covariate,
  Guard,
  HeldVariance,
  MixedModel,
  ModelAccuracy,
  ModelData,
  ModelField,
  ModelHybrid,
  Residual,
  SchemeAccuracy,
  VarianceName,
  Variances,
} from './model/mixed-model.ts';
export { mixedModelText, parseMixedModel, readMixedModel } from './model/model-file.ts';
export { type Deviation, residualDeviation } from './model/residual.ts';
export type { DeclaredCovariate } from './model/season-covariates.ts';
export type { CovariateValue, HybridName, Situation } from './model/situation.ts';
export type { TrialRow } from './model/trial-row.ts';
export {
  type YieldDifference,
  type YieldOutlook,
  type YieldPredictor,
  yieldPredictor,
} from './model/yield-predictor.ts';
export { withFields } from './plan/add-fields.ts';
export { hasRoomForHybrids, withHybrids } from './plan/add-hybrids.ts';
export { ANOTHER_FIELD } from './plan/another-field.ts';
export { beginFarm, type FarmAnswers, farmOf } from './plan/begin-farm.ts';
export {
  type FarmField,
  type FarmOptions,
  farmDefinition,
} from './plan/farm-definition.ts';
export { FARM_WORDS, type FarmWords } from './plan/farm-words.ts';
export {
  type FieldContext,
  type FieldVariables,
  fieldContext,
  type KnownField,
  type Weather,
} from './plan/field-context.ts';
export { decisionNames, type FieldSituation, fieldSituations } from './plan/field-situations.ts';
export { modelOfTrials, type TrialSource } from './plan/model-of-trials.ts';
export { ELSEWHERE } from './plan/usual-places.ts';
export { type WorstSeason, worstSeason } from './plan/worst-season.ts';
export {
  type ChoiceCounts,
  type ChoiceReceipt,
  choiceReason,
  countTries,
} from './season/choice-reason.ts';
export {
  type DoubtfulYield,
  doubtfulYields,
  type ToldYields,
  type YieldDeclarations,
  yieldDeclarations,
} from './season/doubtful-yields.ts';
export {
  type FieldHarvest,
  type MatchedHarvest,
  matchHarvest,
  type PartRole,
  type PartYields,
  type PlannedParts,
} from './season/match-harvest.ts';
export { type ReportedBefore, reportedBefore } from './season/reported-before.ts';
export type { ColumnReading } from './tables/assign-columns.ts';
export { type Crop, type CropOptions, findCrop, MAIZE } from './tables/crop.ts';
export type { DecimalMark } from './tables/decimal-style.ts';
export type { FindingKind, Severity, TableFinding } from './tables/finding.ts';
export { guessKind } from './tables/guess-kind.ts';
export type { TableOptions } from './tables/open-table.ts';
export { type FieldOptions, type FieldRow, readFields } from './tables/read-fields.ts';
export {
  type HarvestOptions,
  type HarvestReport,
  type HarvestRow,
  readHarvests,
} from './tables/read-harvests.ts';
export { type HybridRow, readHybrids } from './tables/read-hybrids.ts';
export { readTrials, type TrialOptions, type TrialReport } from './tables/read-trials.ts';
export { findingLines, reportLines } from './tables/report-text.ts';
export { splitRecords, type TableRecord } from './tables/split-records.ts';
export type { TableKind, TableReport } from './tables/table-report.ts';

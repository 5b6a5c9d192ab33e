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
  SchemeAccuracy,
  VarianceName,
  Variances,
} from './model/mixed-model.ts';
export { mixedModelText, parseMixedModel, readMixedModel } from './model/model-file.ts';
export type { DeclaredCovariate } from './model/season-covariates.ts';
export type { CovariateValue, HybridName, Situation } from './model/situation.ts';
export type { TrialRow } from './model/trial-row.ts';
export {
  type YieldDifference,
  type YieldOutlook,
  type YieldPredictor,
  yieldPredictor,
} from './model/yield-predictor.ts';
export {
  ELSEWHERE,
  type FarmField,
  type FarmOptions,
  farmDefinition,
} from './plan/farm-definition.ts';
export { FARM_WORDS, type FarmWords } from './plan/farm-words.ts';

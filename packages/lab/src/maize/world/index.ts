/**
 * The maize experiment: reading models, running rows, comparing them, and what the forecast is worth.
 */
export { type ForecastValue, forecastValue } from './forecast-value.ts';
export {
  type ComparedMean,
  type ComparedMeasure,
  compareMaizeDifference,
  compareMaizeRow,
  type ReferenceRow,
} from './maize-agreement.ts';
export {
  asWrittenLearner,
  type MaizeAlgorithm,
  type MaizeEntry,
  maizeContestant,
} from './maize-contestants.ts';
export { maizeEnvironment } from './maize-environment.ts';
export { parseMaizeModel } from './maize-model-schema.ts';
export { readMaizeModel, SHIPPED_MODEL_FILE } from './read-maize-model.ts';
export { type MaizeCell, type MaizeTrial, type MaizeTrials, runMaizeRow } from './run-maize-row.ts';

/**
 * Forecasts as they are downloaded, without dependencies, and whether they are any good.
 */
export type { Distortion } from './calibration/bettors.ts';
export {
  type BetTiming,
  type CalibrationState,
  type CalibrationStream,
  CalibrationTest,
} from './calibration/calibration-test.ts';
export {
  checkForecasts,
  type ForecastCheck,
  type PastForecast,
} from './calibration/check-forecasts.ts';
export { crps, type EnsembleForm } from './calibration/crps.ts';
export { type DetectionOptions, detectionTimes } from './calibration/detection.ts';
export { type PitCell, pit, pitCell } from './calibration/pit.ts';
export {
  type EnsembleForecast,
  hasSpread,
  type NormalForecast,
  type PredictiveForecast,
  type QuantilesForecast,
  type UniformForecast,
} from './calibration/predictive.ts';
export { rankHistogram } from './calibration/rank-histogram.ts';
export { type PastForecasts, readPastForecasts } from './calibration/read-past-forecasts.ts';
export {
  estimateDistortion,
  type RecalibrationLimits,
  recalibrate,
} from './calibration/recalibrate.ts';
export {
  type ForecastAndOutcome,
  forecastSkill,
  type Skill,
  skillOfScores,
} from './calibration/skill.ts';
export {
  type ArrangedContext,
  type ArrangeInput,
  arrangeContext,
  type DeclaredVariable,
  type JointDescription,
  type OtherValue,
} from './context/arrange-context.ts';
export type { ForecastDescription } from './context/description.ts';
export {
  type ForecastContext,
  type ForecastContextInput,
  forecastContext,
} from './context/forecast-context.ts';
export type { SplicedParts } from './context/spliced-block.ts';
export type { VariableRequest } from './context/variable-request.ts';
export type { ContextBlock } from './context/window-blocks.ts';
export { ForecastError, type ForecastErrorCode, type ForecastFault } from './forecast-error.ts';
export {
  FORECAST_FORMATS,
  type Forecast,
  type ForecastFormat,
  type ForecastSeries,
  type Steps,
  type Track,
} from './read/forecast.ts';
export { readForecast } from './read/read-forecast.ts';
export type { ReadOptions } from './read/read-options.ts';
export { JOINS, type Join } from './splice/scenarios.ts';
export { describeForecast, type ForecastSummary } from './window/describe-forecast.ts';
export { AGGREGATES, type Aggregate } from './window/measure.ts';
export { parseWindow, type WindowInput } from './window/window.ts';

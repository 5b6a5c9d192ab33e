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
export { ForecastError, type ForecastErrorCode, type ForecastFault } from './forecast-error.ts';

/**
 * Forecasts as they are downloaded, without dependencies.
 */
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

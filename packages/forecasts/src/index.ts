/**
 * Forecasts as they are downloaded, without dependencies.
 */
export { ForecastError, type ForecastErrorCode, type ForecastFault } from './forecast-error.ts';

/**
 * What is asked of one variable, and where it is found in the files.
 */
import { ForecastError } from '../forecast-error.ts';
import type { Forecast, ForecastSeries } from '../read/forecast.ts';
import { listNames } from '../read/numbers.ts';
import { type Aggregate, type Measure, measureOf } from '../window/measure.ts';

export interface VariableRequest {
  /** Its name in the forecast; left out for one that only the history knows. */
  readonly from?: string;
  readonly aggregate: Aggregate;
  /** Of degree days, in the unit of the temperature. */
  readonly base?: number;
  readonly cap?: number;
  /** The unit that is wanted; that of the file when left out. */
  readonly unit?: string;
  /** The unit in the file, where the file is silent. */
  readonly fileUnit?: string;
  /** How far off a forecast without a spread usually is, over the days that it covers; 0 takes it as certain. */
  readonly sd?: number;
  /** Its name in the history; the same as in the forecast when left out. */
  readonly history?: string;
  /** The unit in the history, where the history is silent. */
  readonly historyUnit?: string;
}

/** One variable, found. */
export interface FoundVariable {
  readonly name: string;
  readonly request: VariableRequest;
  readonly source: {
    readonly forecast: Forecast;
    readonly series: ForecastSeries;
    readonly measure: Measure;
  } | null;
  readonly past: { readonly series: ForecastSeries; readonly measure: Measure } | null;
}

/** Finds a variable in the forecasts and in the history. */
export function findVariable(
  name: string,
  request: VariableRequest,
  { forecasts, history }: { readonly forecasts: readonly Forecast[]; readonly history?: Forecast },
): FoundVariable {
  const source = request.from === undefined ? null : findSource(name, request, forecasts);
  const wanted = request.history ?? request.from;
  const past = history === undefined ? undefined : seriesNamed([history], wanted)[0]?.series;
  if (history !== undefined && request.history !== undefined && past === undefined) {
    throw notFound(request.history, [history], 'history');
  }
  if (source === null && past === undefined) throw notFound(name, forecasts, 'forecast');
  if (past === undefined) return { name, request, source, past: null };
  if (past.kind !== 'point') throw notObserved(past);
  if (source !== null) requireSameSilence(name, request, source.series, past);
  const unit = request.unit ?? source?.measure.unit ?? undefined;
  const measure = measureFor(
    name,
    { ...request, ...(unit === undefined ? {} : { unit }) },
    {
      series: past,
      stated: request.historyUnit,
    },
  );
  return { name, request, source, past: { series: past, measure } };
}

/** Where forecast and history are added up, both must say their units, or neither. */
function requireSameSilence(
  name: string,
  { unit, fileUnit, historyUnit }: VariableRequest,
  told: ForecastSeries,
  past: ForecastSeries,
): void {
  const forecastUnit = fileUnit ?? told.unit ?? unit ?? null;
  const pastUnit = historyUnit ?? past.unit;
  if ((forecastUnit === null) === (pastUnit === null)) return;
  const [silent, remedy] =
    pastUnit === null ? ['history', 'historyUnit'] : ['forecast', 'fileUnit'];
  throw new ForecastError({
    code: 'HF_UNIT',
    rule: `the unit of ${name} must be known in the forecast and in the history, which are added up`,
    received: `none in the ${silent}, ${forecastUnit ?? pastUnit} in the other`,
    remedy: `Say it with ${remedy}.`,
  });
}

function findSource(name: string, request: VariableRequest, forecasts: readonly Forecast[]) {
  const [found, ...others] = seriesNamed(forecasts, request.from);
  if (found === undefined) throw notFound(request.from!, forecasts, 'forecast');
  if (others.length > 0) {
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: `${request.from} must be in one of the files only`,
      received: `${others.length + 1} files that have it`,
    });
  }
  const measure = measureFor(name, request, { series: found.series, stated: request.fileUnit });
  return { ...found, measure };
}

function measureFor(
  variable: string,
  { aggregate, base, cap, unit }: VariableRequest,
  { series, stated }: { readonly series: ForecastSeries; readonly stated: string | undefined },
): Measure {
  if (stated !== undefined && series.unit !== null && stated !== series.unit) {
    throw new ForecastError({
      code: 'HF_UNIT',
      rule: `the unit of ${series.name} is said by the file`,
      received: `${stated} against ${series.unit}`,
    });
  }
  return measureOf({
    variable,
    aggregate,
    fileUnit: stated ?? series.unit,
    ...(base === undefined ? {} : { base }),
    ...(cap === undefined ? {} : { cap }),
    ...(unit === undefined ? {} : { unit }),
  });
}

function seriesNamed(forecasts: readonly Forecast[], name: string | undefined) {
  return forecasts.flatMap((forecast) =>
    forecast.series.filter((one) => one.name === name).map((series) => ({ forecast, series })),
  );
}

function notFound(name: string, forecasts: readonly Forecast[], where: string): ForecastError {
  const names = forecasts.flatMap(({ series }) => series.map((one) => one.name));
  return new ForecastError({
    code: 'HF_MISSING',
    rule: `${name} must be in the ${where}`,
    received: names.length === 0 ? `no ${where}` : `one with ${listNames(names)}`,
  });
}

function notObserved({ name, kind }: ForecastSeries): ForecastError {
  return new ForecastError({
    code: 'HF_FORMAT',
    rule: `${name} of the history must be what was observed, one value a day`,
    received: kind,
  });
}

/**
 * From files to what a decision takes: the distribution of each variable over a window.
 *
 * The answer is a list of independent blocks. Variables whose members belong together stand in one
 * block, so that what hangs together stays together. What was assumed on the way is told in notes.
 */
import { HOUR, readStamp, writeTime } from '../base/stamps.ts';
import { ForecastError } from '../forecast-error.ts';
import type { Forecast } from '../read/forecast.ts';
import { JOINS, type Join } from '../splice/scenarios.ts';
import { reachOf, requireCovered } from '../window/totals.ts';
import {
  isWholeDays,
  onClock,
  type TimeSpan,
  type WindowInput,
  writeSpan,
} from '../window/window.ts';
import { type SplicedParts, splicedBlock } from './spliced-block.ts';
import { type FoundVariable, findVariable, type VariableRequest } from './variable-request.ts';
import {
  COMONOTONE,
  type ContextBlock,
  type ForecastVariable,
  windowBlocks,
} from './window-blocks.ts';

export interface ForecastContextInput {
  readonly forecasts: readonly Forecast[];
  readonly window: WindowInput;
  /** By the names that the policy declares. */
  readonly variables: Readonly<Record<string, VariableRequest>>;
  /** Daily values of past years, and of this one up to the forecast. */
  readonly history?: Forecast;
  /** Least number of past seasons; 5 when left out. */
  readonly leastSeasons?: number;
  readonly join?: Join;
  /** The present, such as `2026-04-19T06:00Z`; without it, age is not looked at. */
  readonly now?: string;
  /** Refuses forecasts that are older; 48 when left out. */
  readonly maxAgeHours?: number;
}

export interface ForecastContext {
  readonly blocks: readonly ContextBlock[];
  /** The unit of each variable; null if nobody said. */
  readonly units: Readonly<Record<string, string | null>>;
  readonly parts: SplicedParts;
  readonly notes: readonly string[];
}

/** Returns the distributions of variables over a window. */
export function forecastContext(input: ForecastContextInput): ForecastContext {
  const { forecasts, window, history, now, leastSeasons = 5, join = 'every-pair' } = input;
  requireKnownJoin(join);
  const variables = Object.entries(input.variables).map(([name, request]) =>
    findVariable(name, request, { forecasts, ...(history === undefined ? {} : { history }) }),
  );
  if (variables.length === 0) throw nothingAsked();
  const used = [
    ...new Set(variables.flatMap(({ source }) => (source === null ? [] : source.forecast))),
  ];
  if (now !== undefined) for (const one of used) requireFresh(one, now, input.maxAgeHours ?? 48);
  const units = Object.fromEntries(
    variables.map(({ name, source, past }) => [name, (source ?? past)!.measure.unit]),
  );
  const notes = [...new Set([...used, ...(history ? [history] : [])].flatMap((one) => one.notes))];
  notes.push(...variables.flatMap(variableNotes));
  const told = variables.filter(
    (variable): variable is ForecastVariable => variable.source !== null,
  );
  const span = onClock(window, used[0]?.utcOffset ?? 0);
  requireWholeDays(variables, span, history !== undefined);
  if (
    history === undefined ||
    (told.length === variables.length && told.every((one) => reaches(one, window)))
  ) {
    return { blocks: straight(told, window), units, parts: allForecast(span), notes };
  }
  const { block, parts, notes: more } = splicedBlock({ variables, span, leastSeasons, join });
  return { blocks: [block], units, parts, notes: [...notes, ...more] };
}

function straight(told: readonly ForecastVariable[], window: WindowInput): ContextBlock[] {
  for (const { source } of told) {
    requireCovered(source.series, onClock(window, source.forecast.utcOffset));
  }
  const byClock = Map.groupBy(told, ({ source }) => source.forecast.utcOffset);
  return [...byClock].flatMap(([offset, group]) => windowBlocks(group, onClock(window, offset)));
}

function allForecast(span: TimeSpan): SplicedParts {
  return { observed: null, forecast: writeSpan(span), seasons: null, years: [] };
}

function reaches({ source: { series, forecast } }: ForecastVariable, window: WindowInput): boolean {
  const reach = reachOf(series);
  const { from, to } = onClock(window, forecast.utcOffset);
  return reach !== null && reach.from <= from && reach.to >= to;
}

function variableNotes({ name, source, past }: FoundVariable): string[] {
  const notes = [...(source?.measure.notes ?? []), ...(past?.measure.notes ?? [])];
  const isOpen = source?.series.kind === 'quantiles' || source?.series.kind === 'normal';
  if (!isOpen || source.series.starts.length < 2) return notes;
  return [
    ...notes,
    `The ${source.measure.aggregate} of ${name} follows each quantile through the window (${COMONOTONE}): no other reading of the file has a larger variance.`,
  ];
}

/** Some are dated by the end of the week in which they are made. */
const FUTURE_HOURS = 7 * 24;

/** A forecast is as old as the file says or, where it is silent, as its first step. */
function requireFresh(forecast: Forecast, now: string, maxAgeHours: number): void {
  const { wall, offset } = readStamp(now);
  const present = wall - (offset ?? forecast.utcOffset);
  const first = Math.min(
    ...forecast.series.map(({ starts }) => starts[0] ?? Number.POSITIVE_INFINITY),
  );
  const made = forecast.issuedAt ?? first - forecast.utcOffset;
  const age = (present - made) / HOUR;
  const how = forecast.issuedAt === null ? 'begins' : 'was made';
  if (age <= maxAgeHours && !(forecast.issuedAt !== null && age < -FUTURE_HOURS)) return;
  throw new ForecastError({
    code: 'HF_STALE',
    rule: `a forecast must not be more than ${maxAgeHours} hours old, nor come from the future`,
    received: `one that ${how} at ${writeTime(made)}Z, seen from ${writeTime(present)}Z`,
    remedy:
      forecast.issuedAt === null
        ? 'Download it anew, or allow more hours if it begins in the past on purpose.'
        : 'Download it anew.',
  });
}

function requireWholeDays(
  variables: readonly FoundVariable[],
  span: TimeSpan,
  hasHistory: boolean,
): void {
  const needs = hasHistory || variables.some(({ request }) => request.aggregate === 'degree-days');
  if (!needs || isWholeDays(span)) return;
  throw new ForecastError({
    code: 'HF_RANGE',
    rule: 'degree days and histories need a window of whole days',
    received: writeSpan(span),
  });
}

function requireKnownJoin(join: Join): void {
  if (JOINS.includes(join)) return;
  throw new ForecastError({
    code: 'HF_FORMAT',
    rule: `scenarios must be joined by one of ${JOINS.join(', ')}`,
    received: JSON.stringify(join),
  });
}

function nothingAsked(): ForecastError {
  return new ForecastError({
    code: 'HF_MISSING',
    rule: 'at least one variable must be asked for',
    received: 'none',
  });
}

/**
 * Are the forecasts of a policy any good? What its decisions were told of each variable, beside what came.
 *
 * Of every decision the forecasts with spread wait here until its reward tells the context as it turned out. Then
 * the outcome is entered for its variable, and bet on: against the forecast, at its odds (@hedgerow/forecasts). The clock of
 * the bets counts outcomes: a forecast was issued after all that were entered when its decision was made, so
 * decisions that wait together never stake the same money.
 *
 * Decisions of one group share one weather and are one bet: on the outcome that is told first, by rule, so that whoever
 * looks cannot choose. The others are entered and not bet on; a product over them would be no fair game.
 *
 * An alarm takes effect with its own entry in the journal (`forecast-alarmed`) and not before: what earlier versions wrote
 * is made again as it was. From then on forecasts of the variable are put right before the core sees them.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import {
  type CalibrationState,
  CalibrationTest,
  crps,
  type Distortion,
  estimateDistortion,
  ForecastError,
  hasSpread,
  type PitCell,
  type PredictiveForecast,
  pitCell,
  recalibrate,
} from '@hedgerow/forecasts';
import type { DecisionRequest, WireContext, WireContextValue } from '../../wire.ts';
import { WaitingBook, type WaitingForecasts } from './waiting-forecasts.ts';

/** How often right forecasts of one variable are ever called wrong, at most. */
export const FORECAST_ALARM_LEVEL = 0.01;
/** Outcomes from which bias and spread are estimated, and groups that are known to be bet on. */
const OUTCOME_COUNT = 200;

export interface ForecastBook {
  /** Outcomes entered so far. */
  clock: number;
  readonly waiting: WaitingBook;
  readonly variables: Map<string, VariableRecord>;
}

export interface ForecastOutcome {
  readonly cell: PitCell;
  readonly outcome: number;
  /** Of the forecast: CRPS in the fair form. */
  readonly score: number;
}

export interface VariableRecord {
  readonly test: CalibrationState;
  readonly outcomeCount: number;
  /** The newest, oldest first. */
  readonly outcomes: readonly ForecastOutcome[];
  /** The newest that were bet on. */
  readonly groups: readonly string[];
  /** Bias and spread, since the journal has told of the alarm; null before. */
  readonly distortion: Distortion | null;
}

/** The book as snapshots keep it. */
export interface ForecastBookText {
  readonly clock: number;
  readonly waiting: readonly (readonly [number, WaitingForecasts])[];
  readonly variables: readonly (readonly [string, VariableRecord])[];
}

export function emptyForecastBook(): ForecastBook {
  return { clock: 0, waiting: new WaitingBook(), variables: new Map() };
}

/** Returns plain data; null if there is nothing to keep. */
export function forecastBookText(book: ForecastBook): ForecastBookText | null {
  const { clock, waiting, variables } = book;
  if (waiting.size === 0 && variables.size === 0) return null;
  return { clock, waiting: [...waiting], variables: [...variables] };
}

export function readForecastBook({ clock, waiting, variables }: ForecastBookText): ForecastBook {
  return { clock, waiting: new WaitingBook(waiting), variables: new Map(variables) };
}

/** Keeps what a decision was told, until its weather is known. */
export function keepForecasts(
  book: ForecastBook,
  definition: PolicyDefinition,
  { sequence, request }: { readonly sequence: number; readonly request: DecisionRequest },
): void {
  const forecasts: Record<string, PredictiveForecast> = {};
  let count = 0;
  for (const [name, value] of Object.entries(request.context)) {
    const forecast = isNumber(definition, name) ? forecastIn(value) : null;
    if (forecast === null) continue;
    forecasts[name] = forecast;
    count += 1;
  }
  if (count === 0) return;
  const { group = null } = request;
  book.waiting.set(sequence, { issued: book.clock, group, forecasts });
}

/** Enters the context as it turned out; each variable of a decision once. */
export function enterOutcomes(book: ForecastBook, sequence: number, context: WireContext): void {
  const waiting = book.waiting.get(sequence);
  if (waiting === undefined) return;
  const left = Object.entries(waiting.forecasts).filter(([name, forecast]) => {
    const outcome = exactIn(context[name]);
    if (outcome === null) return true;
    book.clock += 1;
    const record = book.variables.get(name) ?? emptyRecord();
    const { clock: known } = book;
    book.variables.set(name, withOutcome(record, { ...waiting, known, forecast, outcome }));
    return false;
  });
  if (left.length === 0) book.waiting.delete(sequence);
  else book.waiting.set(sequence, { ...waiting, forecasts: Object.fromEntries(left) });
}

/** What a decision was told, and what came. */
export interface SeenContext {
  readonly told: WireContext;
  readonly seen: WireContext;
}

/** Takes the outcomes of one decision out of what bias and spread are estimated from; what was bet stays. */
export function forgetOutcomes({ variables }: ForecastBook, { told, seen }: SeenContext): void {
  for (const [name, record] of variables) {
    const forecast = forecastIn(told[name]);
    const outcome = exactIn(seen[name]);
    if (forecast === null || outcome === null) continue;
    const place = placeOf(record.outcomes, enteredOf(forecast, outcome));
    if (place >= 0)
      variables.set(name, { ...record, outcomes: record.outcomes.toSpliced(place, 1) });
  }
}

/** Others may have had the same weather, and the same forecast even: of those that are alike, one goes. */
function placeOf(outcomes: readonly ForecastOutcome[], wanted: ForecastOutcome): number {
  const text = JSON.stringify(wanted);
  const same = outcomes.findLastIndex((one) => JSON.stringify(one) === text);
  // Another version may have scored it otherwise, and then its value must go all the same.
  return same >= 0 ? same : outcomes.findLastIndex(({ outcome }) => outcome === wanted.outcome);
}

/** Returns the variables whose alarm the journal has yet to tell. */
export function alarmsDue({ variables }: ForecastBook): string[] {
  return [...variables]
    .filter(([, { test, distortion }]) => distortion === null && isCalledWrong(test))
    .map(([name]) => name);
}

export function enterAlarm({ variables }: ForecastBook, name: string): void {
  const record = variables.get(name) ?? emptyRecord();
  variables.set(name, { ...record, distortion: distortionOf(record) });
}

const NO_ALARMS: ReturnType<typeof forecastAlarms> = [];

/** Returns the variables whose forecasts are called wrong, with what is known of it. */
export function forecastAlarms({
  variables,
}: ForecastBook): readonly (readonly [string, Distortion])[] {
  if (variables.size === 0) return NO_ALARMS;
  return [...variables].flatMap(([name, { distortion }]) =>
    distortion === null ? [] : [[name, distortion] as const],
  );
}

/** Bias and spread of the forecasts by the newest outcomes. */
export function distortionOf({ outcomes }: Pick<VariableRecord, 'outcomes'>): Distortion {
  return estimateDistortion(outcomes.map(({ cell }) => cell));
}

function isCalledWrong(test: CalibrationState): boolean {
  return new CalibrationTest(test).isAlarmed;
}

/** Returns the context with the forecasts put right that are called wrong. */
export function putRight<Context extends WireContext>(
  book: ForecastBook,
  definition: PolicyDefinition,
  context: Context,
): Context {
  const alarms = forecastAlarms(book);
  if (alarms.length === 0) return context;
  const changed = alarms.flatMap(([name, distortion]) => {
    const forecast = forecastIn(context[name]);
    const limits = definition.context[name];
    if (forecast === null || limits === undefined || !('min' in limits)) return [];
    return [[name, recalibrate(forecast, distortion, limits)] as const];
  });
  return changed.length === 0 ? context : { ...context, ...Object.fromEntries(changed) };
}

interface TestedForecast extends Omit<WaitingForecasts, 'forecasts'> {
  readonly known: number;
  readonly forecast: PredictiveForecast;
  readonly outcome: number;
}

function withOutcome(record: VariableRecord, tested: TestedForecast): VariableRecord {
  const { forecast, outcome, group, issued, known } = tested;
  const entered = enteredOf(forecast, outcome);
  const outcomes = [...record.outcomes, entered].slice(-OUTCOME_COUNT);
  const noted = {
    ...record,
    outcomeCount: record.outcomeCount + 1,
    outcomes,
    distortion: record.distortion === null ? null : distortionOf({ outcomes }),
  };
  if (group !== null && record.groups.includes(group)) return noted;
  const test = new CalibrationTest(record.test);
  test.observe([entered.cell], { issued, known });
  const groups = group === null ? record.groups : [...record.groups, group].slice(-OUTCOME_COUNT);
  return { ...noted, test: test.state(), groups };
}

function enteredOf(forecast: PredictiveForecast, outcome: number): ForecastOutcome {
  return { cell: pitCell(forecast, outcome), outcome, score: crps(forecast, outcome, 'fair') };
}

function emptyRecord(): VariableRecord {
  const test = new CalibrationTest({ level: FORECAST_ALARM_LEVEL }).state();
  return { test, outcomeCount: 0, outcomes: [], groups: [], distortion: null };
}

function isNumber({ context }: PolicyDefinition, name: string): boolean {
  const variable = Object.hasOwn(context, name) ? context[name] : undefined;
  return variable !== undefined && 'min' in variable;
}

/** Returns what can be bet against: a forecast of one number, with spread; null for anything else. */
function forecastIn(value: WireContextValue | undefined): PredictiveForecast | null {
  if (typeof value !== 'object') return null;
  switch (value.kind) {
    case 'normal':
    case 'uniform':
    case 'quantiles':
      return isTestable(value) ? value : null;
    case 'ensemble': {
      const { kind, points, weights } = value;
      const members = points.flat();
      const isPlain = weights === undefined && members.length === points.length;
      return isPlain && isTestable({ kind, points: members }) ? { kind, points: members } : null;
    }
    default:
      return null;
  }
}

/** Whether it has spread. What cannot be read is no business of this book: nothing is bet on it. */
function isTestable(forecast: PredictiveForecast): boolean {
  try {
    return hasSpread(forecast);
  } catch (error) {
    if (error instanceof ForecastError) return false;
    throw error;
  }
}

/** Returns a value that was seen; null for a category, a forecast, or nothing. */
function exactIn(value: WireContextValue | undefined): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value.kind !== 'exact') return null;
  return typeof value.value === 'number' ? value.value : null;
}

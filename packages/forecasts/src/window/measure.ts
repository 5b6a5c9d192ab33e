/**
 * What is made of the steps of a variable: a mean, a sum or degree days, and in which unit.
 *
 *     mean          of a level, weighted by time; of an amount: the amount a day
 *     sum           of amounts; of a rate: what it adds up to (kW to kWh, W/m² to MJ/m²)
 *     degree-days   Σ over days of max(0, min(mean of the day, cap) − base)
 *
 * Degree days are made of the means of days whatever the file has, so that hours of a forecast and days of
 * a history can be added up. All three are sums over days (a mean is divided at the end), which is
 * what makes splicing exact.
 *
 * Units are converted inside a dimension, and nowhere else. Where the file is silent the caller's word
 * counts; a unit that is not known must be confirmed by the caller, letter by letter.
 */
import { amountOf, convert, findUnit, rateOf, requireUnit, type Unit } from '../base/units.ts';
import { ForecastError } from '../forecast-error.ts';

export const AGGREGATES = ['mean', 'sum', 'degree-days'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

export interface MeasureInput {
  readonly variable: string;
  readonly aggregate: Aggregate;
  /** Of degree days, in the unit of the temperature. */
  readonly base?: number;
  readonly cap?: number;
  /** The unit that is wanted. */
  readonly unit?: string;
  /** What the file says. */
  readonly fileUnit: string | null;
}

/** How the values of one series enter a total. */
export interface Measure {
  readonly aggregate: Aggregate;
  /** Of the result; null if nobody said. */
  readonly unit: string | null;
  /** Whether a value is of its whole step (an amount) and not of every moment (a level or a rate). */
  readonly isAmount: boolean;
  readonly isPositive: boolean;
  readonly notes: readonly string[];
  /** A value of the file in the unit of the result, or of what adds up to it in a day. */
  convert(value: number): number;
  /** A difference of two values likewise. */
  convertSpread(value: number): number;
  /** What the mean of a day adds. */
  ofDay(mean: number): number;
}

/** Returns how a series of this unit is measured. */
export function measureOf(input: MeasureInput): Measure {
  requireKnownAggregate(input);
  const { fileUnit, unit } = input;
  const silent = fileUnit === null;
  const named = fileUnit ?? fileUnitMeant(input);
  if (named === null) return unitless(input, null);
  const known = findUnit(named);
  if (known === undefined) {
    if (named === unit && input.aggregate !== 'degree-days') return unitless(input, named);
    throw unknownUnit(input, named);
  }
  const measure = measured(input, known);
  if (!silent) return measure;
  const note = `The file does not say the unit of ${input.variable}; ${known.name} is taken.`;
  return { ...measure, notes: [note, ...measure.notes] };
}

/** Where the file is silent: the unit that a value must have had so that the wanted one comes out. */
function fileUnitMeant({ unit, aggregate }: MeasureInput): string | null {
  if (unit === undefined) return null;
  const wanted = findUnit(unit);
  if (wanted === undefined || aggregate !== 'sum' || wanted.nature !== 'rate') return unit;
  throw new ForecastError({
    code: 'HF_UNIT',
    rule: 'a sum must be asked for as an amount',
    received: unit,
    remedy: `Ask for ${amountOf(wanted).name}.`,
  });
}

function measured(input: MeasureInput, from: Unit): Measure {
  const { aggregate, variable, base = 0, cap = Number.POSITIVE_INFINITY } = input;
  const usual = usualUnit(input, from);
  const to = input.unit === undefined ? usual : requireUnit(degreeOf(input.unit));
  if (to.dimension !== usual.dimension) throw otherDimension(input, from, usual, to);
  const isDegrees = aggregate === 'degree-days';
  const name = isDegrees ? `${to.name}·d` : to.name;
  return {
    aggregate,
    unit: name,
    isAmount: from.nature === 'amount',
    isPositive: isDegrees || to.isPositive,
    notes: from === to ? [] : [`${variable} is converted from ${from.name} to ${name}.`],
    convert: (value) => convert(value, from, to),
    convertSpread: (value) => (value * from.factor) / to.factor,
    ofDay: isDegrees ? (mean) => Math.max(0, Math.min(mean, cap) - base) : (mean) => mean,
  };
}

/** The unit of the result if no other is asked for. */
function usualUnit(input: MeasureInput, from: Unit): Unit {
  if (input.aggregate === 'degree-days') {
    if (from.dimension === 'temperature') return from;
    throw wrongFor(input, from.name, 'degree days must be made of a temperature');
  }
  if (input.aggregate === 'mean') return from.nature === 'amount' ? rateOf(from) : from;
  if (from.nature === 'amount') return from;
  if (from.nature === 'rate') return amountOf(from);
  throw wrongFor(input, from.name, 'a sum must be of amounts or rates; a level has a mean');
}

/** `°C·d` asks for degrees. */
function degreeOf(unit: string): string {
  return unit.replace(/[·* ]?d(ays?)?$/, (ending) => (/^[·* ]/.test(ending) ? '' : ending));
}

/** Values that nobody gave a unit: sums of steps, means over time. */
function unitless({ aggregate, variable }: MeasureInput, unit: string | null): Measure {
  if (aggregate === 'degree-days') {
    throw new ForecastError({
      code: 'HF_UNIT',
      rule: `degree days of ${variable} need its unit`,
      received: 'none in the file',
      remedy: 'Say it with unit.',
    });
  }
  return {
    aggregate,
    unit,
    isAmount: aggregate === 'sum',
    isPositive: false,
    notes: unit === null ? [`The file does not say the unit of ${variable}.`] : [],
    convert: (value) => value,
    convertSpread: (value) => value,
    ofDay: (mean) => mean,
  };
}

function requireKnownAggregate({ aggregate, base, cap, variable }: MeasureInput): void {
  if (!AGGREGATES.includes(aggregate)) {
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: `what is made of ${variable} must be one of ${AGGREGATES.join(', ')}`,
      received: JSON.stringify(aggregate),
    });
  }
  const isDegrees = aggregate === 'degree-days';
  if (
    isDegrees
      ? Number.isFinite(base) && !(cap! <= base!) && !Number.isNaN(cap)
      : (base ?? cap) === undefined
  ) {
    return;
  }
  throw new ForecastError({
    code: 'HF_RANGE',
    rule: 'degree days, and nothing else, have a base and perhaps a cap above it',
    received: `${aggregate} of ${variable} with base ${base ?? 'none'} and cap ${cap ?? 'none'}`,
  });
}

function unknownUnit({ variable }: MeasureInput, named: string): ForecastError {
  return new ForecastError({
    code: 'HF_UNIT',
    rule: `the unit of ${variable} must be one that is known here`,
    received: JSON.stringify(named),
    remedy: `If the values are meant as they are, confirm the unit: unit ${JSON.stringify(named)}.`,
  });
}

function otherDimension(input: MeasureInput, from: Unit, usual: Unit, to: Unit): ForecastError {
  const { variable, aggregate } = input;
  return new ForecastError({
    code: 'HF_UNIT',
    rule: `the ${aggregate} of ${variable} (${from.name}) must be asked for in ${usual.name} or a unit like it`,
    received: to.name,
  });
}

function wrongFor({ variable }: MeasureInput, unit: string, rule: string): ForecastError {
  return new ForecastError({ code: 'HF_UNIT', rule, received: `${variable} in ${unit}` });
}

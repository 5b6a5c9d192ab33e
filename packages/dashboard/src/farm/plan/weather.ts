/**
 * The weather a plan counts with: what is usual in each field, or numbers that somebody typed.
 *
 * The usual weather stands in the notes of a field, as mean and deviation from year to year, where the
 * crop model knew the place.
 */
import type { Subject, WireContext } from '@hedgerow/client';
import { numberIn } from '../fields/field-draft.ts';
import type { NumberVariable } from '../fields/field-variables.ts';

export interface TypedNumber {
  readonly mean: string;
  readonly deviation: string;
}

export type TypedWeather = Readonly<Record<string, TypedNumber>>;

/** Names of the notes of a field. */
export function usualNotes(variable: string): {
  readonly mean: string;
  readonly deviation: string;
} {
  return { mean: `usual ${variable}`, deviation: `${variable} from year to year` };
}

/**
 * Returns the usual weather of a field: as its notes tell, else as trials have seen it; null where neither
 * is known.
 */
export function usualWeather(
  { notes = {} }: Subject,
  variables: readonly NumberVariable[],
): WireContext | null {
  const context: Record<string, WireContext[string]> = {};
  for (const { name, seen } of variables) {
    const keys = usualNotes(name);
    const inTrials = seen && { mean: (seen.min + seen.max) / 2, sd: (seen.max - seen.min) / 4 };
    const mean = notes[keys.mean] ?? inTrials?.mean;
    const sd = notes[keys.deviation] ?? inTrials?.sd ?? 0;
    if (typeof mean !== 'number' || typeof sd !== 'number') return null;
    context[name] = { kind: 'normal', mean, sd };
  }
  return context;
}

/** Returns what was typed, or null while some of it is no number. */
export function typedWeather(
  typed: TypedWeather,
  variables: readonly NumberVariable[],
): WireContext | null {
  const context: Record<string, WireContext[string]> = {};
  for (const variable of variables) {
    const number = typed[variable.name];
    if (number === undefined || typedFault(number, variable) !== null) return null;
    context[variable.name] = {
      kind: 'normal',
      mean: numberIn(number.mean),
      sd: number.deviation.trim() === '' ? 0 : numberIn(number.deviation),
    };
  }
  return context;
}

/** What is wrong with a number and its deviation; null if nothing. */
export function typedFault(
  { mean, deviation }: TypedNumber,
  variable: NumberVariable,
): string | null {
  const { min, max } = variable;
  const value = numberIn(mean);
  if (!(value >= min && value <= max)) return `The mean must be from ${min} to ${max}.`;
  if (deviation.trim() !== '' && !(numberIn(deviation) >= 0)) return '± must be 0 or more.';
  return null;
}

/** Numbers to begin with: the mean over the fields, where their usual weather is known. */
export function firstNumbers(
  fields: readonly Subject[],
  variables: readonly NumberVariable[],
): TypedWeather {
  return Object.fromEntries(
    variables.map(({ name }) => {
      const keys = usualNotes(name);
      return [name, { mean: meanOf(fields, keys.mean), deviation: meanOf(fields, keys.deviation) }];
    }),
  );
}

function meanOf(fields: readonly Subject[], key: string): string {
  const values = fields.map(({ notes }) => notes?.[key]).filter((one) => typeof one === 'number');
  if (values.length === 0) return '';
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return String(Math.round(10 * mean) / 10);
}

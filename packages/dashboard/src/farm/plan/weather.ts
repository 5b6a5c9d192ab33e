/**
 * The weather a plan counts with: what is usual in each field, or numbers that somebody typed.
 */
import type { PolicyView, Subject } from '@hedgerow/client';
import type { Weather } from '@hedgerow/farm';
import { numberIn } from '../fields/field-draft.ts';
import type { NumberVariable } from '../fields/field-variables.ts';
import { contextOf } from './known-field.ts';

export interface TypedNumber {
  readonly mean: string;
  readonly deviation: string;
}

export type TypedWeather = Readonly<Record<string, TypedNumber>>;

/** Whether something is known of the weather in each of the fields, foreseen or not. */
export function hasUsualWeather(
  definition: PolicyView['definition'],
  fields: readonly Subject[],
  variables: readonly NumberVariable[],
): boolean {
  return fields.every((field) => {
    const { missing } = contextOf(definition, field, {});
    return !variables.some(({ name }) => missing.includes(name));
  });
}

/** Returns what was typed, or null while some of it is no number. */
export function typedWeather(
  typed: TypedWeather,
  variables: readonly NumberVariable[],
): Weather | null {
  const context: Record<string, Weather[string]> = {};
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

/** Numbers to begin with: the mean over what is usual in the fields. */
export function firstNumbers(
  definition: PolicyView['definition'],
  fields: readonly Subject[],
  variables: readonly NumberVariable[],
): TypedWeather {
  const contexts = fields.map((field) => contextOf(definition, field, {}).context);
  return Object.fromEntries(
    variables.map(({ name }) => {
      const usual = contexts.map((context) => normalIn(context[name]));
      return [
        name,
        {
          mean: meanOf(usual.map((one) => one?.mean)),
          deviation: meanOf(usual.map((one) => one?.sd)),
        },
      ];
    }),
  );
}

function normalIn(value: unknown): { readonly mean?: number; readonly sd?: number } {
  if (typeof value === 'number') return { mean: value, sd: 0 };
  return (value ?? {}) as { mean?: number; sd?: number };
}

function meanOf(told: readonly (number | undefined)[]): string {
  const values = told.filter((one) => one !== undefined);
  if (values.length === 0) return '';
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return String(Math.round(10 * mean) / 10);
}

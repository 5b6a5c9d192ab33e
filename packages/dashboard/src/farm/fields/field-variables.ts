/**
 * Which of a policy's variables belong to a field for good (soil, region) and which are the weather of a
 * season, that a forecast tells.
 */
import type { PolicyView, Subject } from '@hedgerow/client';
import { ELSEWHERE } from '@hedgerow/farm';
import { readableName } from '../../words/readable-name.ts';
import { titled } from '../data/words-of.ts';

type Definition = PolicyView['definition'];
type Variable = Definition['context'][string];

export interface NumberVariable {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Where trials lie, if there are some. */
  readonly seen?: { readonly min: number; readonly max: number };
  readonly usual?: unknown;
}

export interface CategoryVariable {
  readonly name: string;
  readonly categories: readonly string[];
  readonly usual?: unknown;
}

/** A number of the ground and not of the sky. */
const GROUND = /clay|sand|silt|soil|humus|organic|slope|altitude|elevation|latitude|^ph$/i;

/** The variable that names the field itself. */
export const FIELD_VARIABLE = 'field';

/** Soil and the like: numbers that stay with a field. */
export function soilVariables({ context }: Definition): NumberVariable[] {
  return numbersOf(context).filter(({ name }) => GROUND.test(name));
}

/** What a forecast is needed for. */
export function weatherVariables({ context }: Definition): NumberVariable[] {
  return numbersOf(context).filter(({ name }) => !GROUND.test(name));
}

/** Region and the like: what a field is one of. */
export function placeVariables({ context }: Definition): CategoryVariable[] {
  return Object.entries(context).flatMap(([name, variable]) =>
    'categories' in variable && name !== FIELD_VARIABLE ? [{ name, ...variable }] : [],
  );
}

/** True where the model knows this field by name. */
export function isKnownField({ context }: Definition, { name }: Subject): boolean {
  const variable = context[FIELD_VARIABLE];
  return variable !== undefined && 'categories' in variable && variable.categories.includes(name);
}

function numbersOf(context: Readonly<Record<string, Variable>>): NumberVariable[] {
  return Object.entries(context).flatMap(([name, variable]) =>
    'categories' in variable ? [] : [{ name, ...variable }],
  );
}

/** The middle of what trials saw, else of what is possible. */
export function middleOf({ context, features }: Definition, name: string): number {
  const variable = context[name];
  const place = Object.keys(context).indexOf(name);
  if (features?.kind === 'standardised') return features.centre[place] ?? 0;
  if (variable === undefined || 'categories' in variable) return 0;
  return Math.round(5 * (variable.min + variable.max)) / 10;
}

/** Where a field lies of which nobody said where. */
export function unknownPlace(categories: readonly string[]): string {
  return categories.includes(ELSEWHERE) ? ELSEWHERE : categories[0]!;
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/temp/i, '°C'],
  [/^rad/i, 'MJ/m² a day'],
  [/clay|sand|silt/i, '%'],
];
/** Rain of a day is never more than this in a mean; a larger number is a sum, of nobody knows what. */
const DAILY_RAIN_MAX = 30;

/** "Temperature (°C)"; without a unit where none is certain. */
export function variableLabel({ name, max }: NumberVariable): string {
  const isDailyRain = /rain|precip/i.test(name) && max <= DAILY_RAIN_MAX;
  const unit = UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? (isDailyRain && 'mm a day');
  const label = titled(readableName(name));
  return unit ? `${label} (${unit})` : label;
}

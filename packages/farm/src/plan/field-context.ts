/**
 * What is known of a field before planting, as the context of the policy of a farm.
 *
 * Of each variable the best that is known counts, in this order:
 *
 *     1  the forecast
 *     2  what is told of the field, as the mean of many seasons
 *     3  what the definition has as usual in this field, else in its region (usual-places.ts)
 *     4  what it has as usual anywhere, as uncertain as places differ
 *
 * 2 to 4 stray from season to season as they did in the trials. Whoever plans is told of 4. Page and command
 * ask here alone, and the definition is all that is needed.
 */
import {
  type ContextDescription,
  HedgerowError,
  type UsualNumber,
  type VariableDefinition,
} from '@hedgerow/core';
import { ANOTHER_FIELD } from './another-field.ts';

/** A forecast of each variable that is foreseen: a number or a distribution. */
export type Weather = Readonly<Record<string, number | ContextDescription>>;

export interface KnownField {
  readonly name: string;
  readonly region: string | null;
  /** Soil, and weather as a mean of many seasons. */
  readonly covariates: Readonly<Record<string, number>>;
}

export interface FieldContext {
  readonly context: Readonly<Record<string, number | string | ContextDescription>>;
  /** Variables of which nothing is known here: what is usual anywhere is taken. */
  readonly unknown: readonly string[];
  /** Variables of which nothing is known at all: they are left out. */
  readonly missing: readonly string[];
}

/** The variables of a definition, or of a policy. */
export type FieldVariables = Readonly<Record<string, VariableDefinition>>;

type NumberVariable = Extract<VariableDefinition, { min: number }>;
type Told = { readonly value: FieldContext['context'][string]; readonly isGuess: boolean };

/** Returns the context of a field. */
export function fieldContext(
  variables: FieldVariables,
  field: KnownField,
  weather: Weather,
): FieldContext {
  requireKnownWeather(variables, weather);
  const place = { field: field.name, region: regionOf(variables, field) };
  const context: Record<string, FieldContext['context'][string]> = {};
  const unknown: string[] = [];
  const missing: string[] = [];
  for (const [name, variable] of Object.entries(variables)) {
    const told =
      'categories' in variable
        ? category(name, variable.categories, place)
        : number(variable, place, { foreseen: weather[name], usual: field.covariates[name] });
    if (told === null) {
      missing.push(name);
      continue;
    }
    if (told.isGuess) unknown.push(name);
    context[name] = told.value;
  }
  return { context, unknown, missing };
}

interface Place {
  readonly field: string;
  readonly region: string | null;
}

function category(name: string, categories: readonly string[], place: Place): Told | null {
  if (name === 'region') {
    return place.region === null ? null : { value: place.region, isGuess: false };
  }
  if (name !== 'field') return null;
  const isKnown = categories.includes(place.field) || !categories.includes(ANOTHER_FIELD);
  return { value: isKnown ? place.field : ANOTHER_FIELD, isGuess: false };
}

/** The region that is told, if the policy knows it by any spelling, else that of a field of the trials. */
function regionOf({ region: variable }: FieldVariables, field: KnownField): string | null {
  if (variable === undefined || !('categories' in variable)) return null;
  const { categories, usual } = variable;
  const told = field.region?.toLowerCase();
  const known = categories.find((one) => one.toLowerCase() === told);
  if (known !== undefined) return known;
  const own = field.region === null ? usual?.at?.field?.[field.name] : undefined;
  return own ?? usual?.value ?? null;
}

function number(
  variable: NumberVariable,
  { field, region }: Place,
  { foreseen, usual: told }: { foreseen: Weather[string] | undefined; usual: number | undefined },
): Told | null {
  if (foreseen !== undefined) return { value: foreseen, isGuess: false };
  const { usual, seen } = variable;
  if (told !== undefined) return { value: around(told, seasonDeviation(variable)), isGuess: false };
  const known = usual?.at?.field?.[field] ?? usual?.at?.region?.[region ?? ''];
  if (known !== undefined) return { value: around(known.mean, known.sd), isGuess: false };
  if (usual !== undefined) {
    return { value: around(usual.value.mean, usual.value.sd), isGuess: true };
  }
  if (seen === undefined) return null;
  const inTrials = around((seen.min + seen.max) / 2, (seen.max - seen.min) / 4);
  return { value: inTrials, isGuess: true };
}

/** How far one season strays from the mean of a field: of single fields nothing else strays. */
function seasonDeviation({ usual, seen }: NumberVariable): number {
  const fields: readonly UsualNumber[] = Object.values(usual?.at?.field ?? {});
  return fields[0]?.sd ?? usual?.value.sd ?? (seen === undefined ? 0 : (seen.max - seen.min) / 4);
}

function around(mean: number, sd: number): number | ContextDescription {
  return sd > 0 ? { kind: 'normal', mean, sd } : mean;
}

/** A forecast that nobody reads would be taken for one that counts. */
function requireKnownWeather(variables: FieldVariables, weather: Weather): void {
  const names = Object.keys(variables).filter((name) => !('categories' in variables[name]!));
  const stranger = Object.keys(weather).find((name) => !names.includes(name));
  if (stranger === undefined) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `weather must be about what the model knows (${names.join(', ') || 'no weather at all'})`,
    received: JSON.stringify(stranger),
  });
}

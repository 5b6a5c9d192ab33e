/**
 * What is known of a field before planting, as the context of a policy made by `farmDefinition`.
 *
 * Of each covariate of the model the best that is known counts, in this order:
 *
 *     1  the forecast
 *     2  what the table of fields says, as the mean of many seasons
 *     3  the mean of the field's seasons, if the model knows a field of this name
 *     4  the mean of all fields of the model, as uncertain as they differ
 *
 * 2 to 4 stray from season to season as they did in the trials. Whoever plans is told of 4.
 */
import { type ContextDescription, HedgerowError } from '@hedgerow/core';
import type { Covariate, MixedModel } from '../model/mixed-model.ts';
import { ELSEWHERE } from './farm-definition.ts';

/** A forecast of each covariate that is foreseen: a number or a distribution. */
export type Weather = Readonly<Record<string, number | ContextDescription>>;

export interface KnownField {
  readonly name: string;
  readonly region: string | null;
  /** Soil, and weather as a mean of many seasons. */
  readonly covariates: Readonly<Record<string, number>>;
}

export interface FieldContext {
  readonly context: Readonly<Record<string, number | string | ContextDescription>>;
  /** Covariates of which nothing is known here: the mean of the trials is taken. */
  readonly unknown: readonly string[];
}

/** Returns the context of a field. */
export function fieldContext(model: MixedModel, field: KnownField, weather: Weather): FieldContext {
  requireKnownWeather(model, weather);
  const unknown: string[] = [];
  const entries = model.covariates.map((covariate) => {
    const { name } = covariate;
    if (weather[name] !== undefined) return [name, weather[name]];
    const usual = field.covariates[name] ?? usualOf(model, field.name, name);
    if (usual !== undefined) return [name, around(usual, covariate.yearDeviation)];
    unknown.push(name);
    return [name, ofAllFields(model, covariate)];
  });
  const region = field.region ?? regionOf(model, field.name) ?? ELSEWHERE;
  const place = model.regions.length === 0 ? {} : { region };
  return { context: { ...Object.fromEntries(entries), ...place, field: field.name }, unknown };
}

function usualOf({ fields }: MixedModel, field: string, name: string): number | undefined {
  return fields.find((one) => one.name === field)?.covariates[name];
}

function regionOf({ fields }: MixedModel, field: string): string | null {
  return fields.find((one) => one.name === field)?.region ?? null;
}

function ofAllFields(
  { fields }: MixedModel,
  { name, yearDeviation }: Covariate,
): number | ContextDescription {
  const values = fields.map(({ covariates }) => covariates[name]!);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return around(mean, Math.sqrt(variance + yearDeviation ** 2));
}

function around(mean: number, sd: number): number | ContextDescription {
  return sd > 0 ? { kind: 'normal', mean, sd } : mean;
}

/** A forecast that nobody reads would be taken for one that counts. */
function requireKnownWeather({ covariates }: MixedModel, weather: Weather): void {
  const names = covariates.map(({ name }) => name);
  const stranger = Object.keys(weather).find((name) => !names.includes(name));
  if (stranger === undefined) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `weather must be about what the model knows (${names.join(', ') || 'no weather at all'})`,
    received: JSON.stringify(stranger),
  });
}

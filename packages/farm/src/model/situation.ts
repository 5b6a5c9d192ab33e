/**
 * Where and when something would be grown, as a caller says it: a field, a region, weather and soil.
 *
 * Names may be new to the model, or null. Weather may be a number, or a mean with a deviation. What is not
 * said of a known field is the mean of its seasons, give or take how far seasons stray.
 */
import { HedgerowError } from '@hedgerow/core';
import type { Place } from './design.ts';
import { ownParents, usualCount } from './hybrid-parents.ts';
import type { Covariate, MixedModel, ModelHybrid } from './mixed-model.ts';

export type CovariateValue = number | { readonly mean: number; readonly deviation: number };

export interface Situation {
  readonly field: string | null;
  readonly region: string | null;
  readonly covariates: Readonly<Record<string, CovariateValue>>;
}

/** A place with what is uncertain about its weather, in scaled units. */
export interface ScaledSituation extends Place {
  readonly deviations: Readonly<Record<string, number>>;
  /** How far outside of what was seen, in scaled units: the length of what sticks out. */
  readonly far: number;
}

/** Scales a situation; refuses weather that is neither said nor known. */
export function scaledSituation(model: MixedModel, situation: Situation): ScaledSituation {
  const scaled: Record<string, number> = {};
  const deviations: Record<string, number> = {};
  let square = 0;
  for (const covariate of model.covariates) {
    const { name, centre, scale, seen } = covariate;
    const { mean, deviation } = covariateValue(model, covariate, situation);
    scaled[name] = (mean - centre) / scale;
    deviations[name] = deviation / scale;
    square += (Math.max(seen.min - mean, mean - seen.max, 0) / scale) ** 2;
  }
  const known = model.fields.find(({ name }) => name === situation.field);
  return {
    field: situation.field,
    region: situation.region ?? known?.region ?? null,
    scaled,
    deviations,
    far: Math.sqrt(square),
  };
}

function covariateValue(
  { fields }: MixedModel,
  { name, yearDeviation }: Covariate,
  { field, covariates }: Situation,
): { mean: number; deviation: number } {
  const said = covariates[name];
  if (said !== undefined) {
    const value = typeof said === 'number' ? { mean: said, deviation: 0 } : said;
    if (Number.isFinite(value.mean) && value.deviation >= 0 && value.deviation < Infinity)
      return value;
    throw notANumber(name, value);
  }
  const usual = fields.find((one) => one.name === field)?.covariates[name];
  if (usual !== undefined) return { mean: usual, deviation: yearDeviation };
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `covariates must say ${name}, because the model does not know the field ${JSON.stringify(field)}`,
    received: 'without it',
    remedy: 'Give a number, or a mean and a deviation.',
  });
}

function notANumber(name: string, value: unknown): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `covariates.${name} must be a number, or a mean with a deviation of at least 0`,
    received: JSON.stringify(value),
  });
}

/** A hybrid by its name, or with its parents if the model does not know it. */
export type HybridName = string | ModelHybrid;

/** Returns a hybrid with its parents: those the model knows, those given, or unknown ones of its own. */
export function hybridOf(model: Pick<MixedModel, 'hybrids'>, hybrid: HybridName): ModelHybrid {
  const name = typeof hybrid === 'string' ? hybrid : hybrid.name;
  const known = model.hybrids.find((one) => one.name === name);
  if (known !== undefined) return known;
  const parents = typeof hybrid === 'string' ? [] : hybrid.parents;
  if (parents.length > 0) return { name, parents };
  const usual = usualCount(model.hybrids.map((one) => one.parents));
  return { name, parents: ownParents(name, usual) };
}

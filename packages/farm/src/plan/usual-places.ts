/**
 * What a model knows of places, for the definition of a farm: weather, soil and region where nobody says
 * them. So whoever has the definition fills in the same, and needs no model for it.
 *
 *     a field of the trials     the mean of its seasons, straying as seasons do; its region
 *     a region                  the mean of its fields, straying as these and seasons do
 *     anywhere                  the mean of all fields, likewise; elsewhere
 */
import type { Usual, UsualNumber } from '@hedgerow/core';
import type { Covariate, MixedModel, ModelField } from '../model/mixed-model.ts';

/** The region of fields that lie in none of those named. */
export const ELSEWHERE = 'elsewhere';

/** What is usual of one covariate. */
export function usualNumber(
  { fields }: Pick<MixedModel, 'fields'>,
  covariate: Covariate,
): Usual<UsualNumber> {
  const inFields = (some: readonly ModelField[]) => meanAndSpread(some, covariate);
  const regions = Map.groupBy(fields, ({ region }) => region ?? '');
  regions.delete('');
  return {
    value: inFields(fields),
    at: {
      field: Object.fromEntries(fields.map((field) => [field.name, inFields([field])])),
      ...(regions.size > 0 && {
        region: Object.fromEntries([...regions].map(([name, own]) => [name, inFields(own)])),
      }),
    },
  };
}

/** In which region fields lie that say nothing of it. */
export function usualRegion(
  { fields }: Pick<MixedModel, 'fields'>,
  regions: readonly string[],
): Usual<string> {
  const known = fields.filter(({ region }) => region !== null && regions.includes(region));
  return {
    value: ELSEWHERE,
    ...(known.length > 0 && {
      at: { field: Object.fromEntries(known.map(({ name, region }) => [name, region!])) },
    }),
  };
}

function meanAndSpread(
  fields: readonly ModelField[],
  { name, yearDeviation }: Covariate,
): UsualNumber {
  const values = fields.map(({ covariates }) => covariates[name]!);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  // The square root of a square would be off by a rounding.
  return {
    mean,
    sd: variance === 0 ? yearDeviation : Math.hypot(Math.sqrt(variance), yearDeviation),
  };
}

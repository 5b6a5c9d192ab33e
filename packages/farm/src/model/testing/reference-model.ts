/**
 * The reference of the mixed model, from a program that shares nothing with this one, as a model of ours.
 */
import reference from '../../../../../vectors/maize-mixed-reference.json' with { type: 'json' };
import type { MixedModel } from '../mixed-model.ts';

export { reference };

const { scaling, box, components } = reference;
const UNITS = { temp: '°C', rad: 'MJ/m²/d', rain: 'mm/d', clay: '%' };
const YEAR_DEVIATIONS = { temp: 0.75, rad: 0.75, rain: 0.74, clay: 0 };

/** Returns the reference's prior in the form that we fit, read and write. */
export function referenceModel(): MixedModel {
  const names = ['temp', 'rad', 'rain', 'clay'] as const;
  return {
    kind: 'hedgerow-mixed-model/1',
    crop: 'maize',
    unit: 't/ha',
    range: { min: 2, max: 16 },
    hybrids: reference.hybrids.map((name) => ({ name, parents: name.split('/') })),
    parents: reference.parents,
    fields: Object.entries(reference.sites).map(([name, { region, ...covariates }]) => ({
      name,
      region,
      covariates,
    })),
    regions: reference.regions,
    covariates: names.map((name) => {
      const [centre, scale] = scaling[name] as [number, number];
      const [low, high] = box[name] as [number, number];
      return {
        name,
        unit: UNITS[name],
        centre,
        scale,
        seen: { min: centre + scale * low, max: centre + scale * high },
        yearDeviation: YEAR_DEVIATIONS[name],
        movesLevel: name !== 'clay',
      };
    }),
    variances: {
      weather: components.weather,
      hybrid: components.hybrid,
      parent: components.parent,
      field: components.field,
      region: components.region,
      parentWeather: components['parent×weather'],
      fieldYear: components.environment,
      parentFieldYear: components['parent×environment'],
      hybridFieldYear: components['hybrid×environment'],
      plot: components.plot,
    },
    held: [],
    guard: { level: reference.guard.level, action: reference.guard.own },
    weights: reference.theta0,
    precisionUpper: reference.precisionUpper.flat(),
    negativeLogLikelihood: reference.negativeLogRestrictedLikelihood,
    accuracy: null,
    data: {
      rows: reference.rows.plots,
      plots: reference.rows.plots,
      cells: reference.rows.cells,
      fieldYears: reference.rows.environments,
      years: [2014, 2015, 2016, 2017],
      filledCovariates: 0,
      source: 'maize-mixed-reference.json',
    },
  };
}

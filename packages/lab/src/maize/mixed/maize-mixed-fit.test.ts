/**
 * The whole fit of the real trials, beside the reference; only where somebody has the data.
 */
import { fitMixedModel } from '@hedgerow/farm';
import { describe, expect, it } from 'vitest';
import reference from '../../../../../vectors/maize-mixed-reference.json' with { type: 'json' };
import { sharedData } from '../import/testing/shared-data.ts';
import { MAIZE_FIT, readMaizeTrials } from './maize-trial-rows.ts';

const table = sharedData('tidy/g2f_maize_4yr_2014_2017.csv');
const environments = sharedData('tidy/g2f_environments_2014_2017.csv');

describe.skipIf(table === null || environments === null)('the mixed fit of real trials', () => {
  it('finds the variances, the likelihood and the weights of the reference, or better ones', async () => {
    const model = fitMixedModel(await readMaizeTrials(table!, environments!), MAIZE_FIT);
    expect(model.data).toMatchObject({ plots: 2994, cells: 1354, fieldYears: 71 });
    expect(model.held.map(({ variance }) => variance)).toEqual(['weather']);
    const { components } = reference;
    const theirs = {
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
    };
    const names = Object.keys(theirs) as (keyof typeof theirs)[];
    for (const name of names) {
      expect(Math.abs(model.variances[name] / theirs[name] - 1)).toBeLessThan(2e-4);
    }
    // The reference stopped a little before the bottom; what is made small is −ℓ_R − ½ Σ ln τ.
    const pushed = (variances: Record<string, number>) =>
      names
        .filter((name) => name !== 'plot' && name !== 'weather')
        .reduce((sum, name) => sum + 0.5 * Math.log(variances[name]!), 0);
    const ours = model.negativeLogLikelihood! - pushed({ ...model.variances });
    expect(ours).toBeLessThan(reference.negativeLogRestrictedLikelihood - pushed(theirs) + 1e-8);
    expect(model.negativeLogLikelihood).toBeCloseTo(reference.negativeLogRestrictedLikelihood, 3);
    model.weights.forEach((weight, i) => {
      expect(Math.abs(weight - reference.theta0[i]!)).toBeLessThan(1e-5);
    });
  });
});

/**
 * The whole fit of the real trials, beside the reference; only where somebody has the data.
 */
import { trialCells } from '@hedgerow/farm';
import { describe, expect, it } from 'vitest';
import reference from '../../../../../vectors/maize-mixed-reference.json' with { type: 'json' };
import { fitDesign } from '../../../../farm/src/model/fit-design.ts';
import { restrictedLikelihood } from '../../../../farm/src/model/restricted-likelihood.ts';
import { scaledValues } from '../../../../farm/src/model/season-covariates.ts';
import { readEnvironments } from '../import/read-environments.ts';
import { readTidyFile } from '../import/read-tidy.ts';
import { sharedData } from '../import/testing/shared-data.ts';
import { fitMaizeMixed } from './fit-maize-mixed.ts';
import { maizeTrialRows } from './maize-trial-rows.ts';

const table = sharedData('tidy/g2f_maize_4yr_2014_2017.csv');
const environments = sharedData('tidy/g2f_environments_2014_2017.csv');

const { components } = reference;
const THEIRS = {
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
const NAMES = Object.keys(THEIRS) as (keyof typeof THEIRS)[];

describe.skipIf(table === null || environments === null)('the mixed fit of real trials', () => {
  let made: ReturnType<typeof fitMaizeMixed> | null = null;
  const fit = () => {
    made ??= fitMaizeMixed(
      { table: table!, environments: environments! },
      {
        hasAccuracy: false,
        workerCount: 1,
        signal: new AbortController().signal,
        onProgress: () => {},
      },
    );
    return made;
  };

  it('finds the variances, the likelihood and the weights of the reference, or better ones', async () => {
    const model = await fit();
    expect(model.data).toMatchObject({ plots: 2994, cells: 1354, fieldYears: 71 });
    expect(model.held.map(({ variance }) => variance)).toEqual(['weather']);
    for (const name of NAMES) {
      expect(Math.abs(model.variances[name] / THEIRS[name] - 1)).toBeLessThan(2e-4);
    }
    // The reference stopped a little before the bottom; what is made small is −ℓ_R − ½ Σ ln τ.
    const pushed = (variances: Readonly<Record<string, number>>) =>
      NAMES.filter((name) => name !== 'plot' && name !== 'weather').reduce(
        (sum, name) => sum + 0.5 * Math.log(variances[name]!),
        0,
      );
    const ours = model.negativeLogLikelihood! - pushed({ ...model.variances });
    expect(ours).toBeLessThan(reference.negativeLogRestrictedLikelihood - pushed(THEIRS) + 1e-8);
    expect(model.negativeLogLikelihood).toBeCloseTo(reference.negativeLogRestrictedLikelihood, 3);
    model.weights.forEach((weight, i) => {
      expect(Math.abs(weight - reference.theta0[i]!)).toBeLessThan(1e-5);
    });
  });

  it('has the likelihood, the weights and the precision of the reference at its variances', async () => {
    const model = await fit();
    const rows = maizeTrialRows(
      table!,
      await readTidyFile(table!),
      await readEnvironments(environments!),
    );
    const cells = trialCells(rows);
    const design = fitDesign({
      levels: model,
      fieldYears: cells.fieldYears,
      scaled: cells.fieldYears.map(({ covariates }) => scaledValues(model.covariates, covariates)),
      withinSquares: cells.withinSquares,
      withinDegrees: cells.withinDegrees,
    });
    const { negativeLog, weights, precision } = restrictedLikelihood(design, THEIRS);
    expect(negativeLog).toBeCloseTo(reference.negativeLogRestrictedLikelihood, 6);
    weights.forEach((weight, i) => {
      expect(Math.abs(weight - reference.theta0[i]!)).toBeLessThan(1e-9);
    });
    const gaps = reference.precisionUpper.flatMap((row, i) =>
      row.map((value, j) => {
        const ours = precision[(i + j) * weights.length + i]!;
        return Math.abs(ours - value) / (1 + Math.abs(value));
      }),
    );
    expect(Math.max(...gaps)).toBeLessThan(1e-8);
  });
});

/**
 * The model that ships: whole, near the reference, and honest about what it is worth.
 */
import { describe, expect, test } from 'vitest';
import shipped from '../../models/maize-g2f.json' with { type: 'json' };
import { readMixedModel } from './model-file.ts';
import { reference } from './testing/reference-model.ts';
import { yieldPredictor } from './yield-predictor.ts';

const model = readMixedModel('maize-g2f.json', shipped);

describe('the shipped maize model', () => {
  test('predicts what the reference does, to four digits', () => {
    const predictor = yieldPredictor(model);
    for (const query of reference.queries) {
      const { temp, rad, ...others } = query.weather;
      const hybrid = { name: query.hybrid, parents: query.hybrid.split('/') };
      const situation = {
        field: query.field ?? 'unknown',
        region: query.region ?? 'unknown',
        covariates: { ...others, temperature: temp, radiation: rad },
      };
      const { mean, deviationField } = predictor.expect(hybrid, situation);
      expect(Math.abs(mean / query.mean - 1)).toBeLessThan(1e-4);
      expect(Math.abs(deviationField / query.sdField - 1)).toBeLessThan(1e-4);
      const { chance } = predictor.compare(hybrid, query.against.hybrid, situation);
      expect(chance).toBeCloseTo(query.against.chanceField, 3);
    }
  });

  test('tells its accuracy on seasons, years and fields that it had not seen', () => {
    const { validation } = reference;
    const theirs = [
      validation['environment/mixed'],
      validation['year/mixed'],
      validation['field/mixed'],
    ];
    expect(model.accuracy!.schemes.map(({ leftOut }) => leftOut)).toEqual([
      'field-year',
      'year',
      'field',
    ]);
    model.accuracy!.schemes.forEach((scheme, i) => {
      expect(scheme.error).toBeCloseTo(theirs[i]!.rmse[0]!, 2);
      expect(scheme.differenceCover).toBeCloseTo(theirs[i]!.dcover[0]!, 2);
    });
    expect(model.held.map(({ variance }) => variance)).toEqual(['weather']);
  });
});

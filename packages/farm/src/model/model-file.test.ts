import { describe, expect, test } from 'vitest';
import { fitMixedModel } from './fit-mixed-model.ts';
import { mixedModelText, parseMixedModel, readMixedModel } from './model-file.ts';
import { randomTrials } from './testing/random-trials.ts';
import { referenceModel } from './testing/reference-model.ts';
import { yieldPredictor } from './yield-predictor.ts';

const rows = randomTrials({
  seed: 11,
  hybrids: 5,
  fields: 4,
  years: 3,
  plots: 2,
  hasParents: true,
  hasRegions: true,
  hasWeather: true,
});
const model = fitMixedModel(rows, { crop: 'rye', unit: 't/ha' });

describe('a model as text', () => {
  test('comes back and predicts the same to ten digits', () => {
    const back = parseMixedModel('rye.json', mixedModelText(model));
    const [ours, theirs] = [model, back].map((one) =>
      yieldPredictor(one).expect('hybrid 3', rows[0]!),
    );
    expect(theirs!.mean).toBeCloseTo(ours!.mean, 10);
    expect(theirs!.deviationField).toBeCloseTo(ours!.deviationField, 10);
    expect(back.held).toEqual(model.held);
  });

  test('the reference is one, too', () => {
    expect(readMixedModel('reference', referenceModel()).weights.length).toBe(194);
  });
});

describe('a damaged model is refused:', () => {
  const swapped = [...model.precisionUpper];
  swapped[0] = -1;
  test.each<[string, unknown, string]>([
    ['no object', [], 'it is not an object'],
    [
      'another kind',
      { ...model, kind: 'hedgerow-mixed-model/9' },
      'its kind is "hedgerow-mixed-model/9"',
    ],
    ['no unit', { ...model, unit: '' }, 'crop and unit must be texts'],
    [
      'an empty range',
      { ...model, range: { min: 3, max: 3 } },
      'range must have a min below its max',
    ],
    ['no guard', { ...model, guard: null }, 'guard must have a level and an action of at least 0'],
    ['a name twice', { ...model, parents: ['x', 'x'] }, 'parents must be different names'],
    ['a foreign parent', { ...model, parents: model.parents.slice(1) }, 'are not among parents'],
    ['a foreign region', { ...model, regions: [] }, 'the region of field 0 is not known'],
    ['a scale of 0', withCovariate({ scale: 0 }), 'the covariate heat lacks centre, scale'],
    [
      'a field without weather',
      { ...model, fields: [{ ...model.fields[0], covariates: {} }] },
      'the field field 0 lacks a covariate',
    ],
    [
      'a variance of 0',
      { ...model, variances: { ...model.variances, plot: 0 } },
      'variances.plot must be positive',
    ],
    [
      'a reason without text',
      { ...model, held: [{ variance: 'plot' }] },
      'held must name variances and reasons',
    ],
    ['no data', { ...model, data: {} }, 'data must hold counts'],
    ['a strange accuracy', { ...model, accuracy: {} }, 'accuracy must be null or hold schemes'],
    [
      'a weight too few',
      { ...model, weights: model.weights.slice(1) },
      `weights must be ${model.weights.length} numbers`,
    ],
    ['half a precision', { ...model, precisionUpper: [1] }, 'precisionUpper must be'],
    [
      'a negative precision',
      { ...model, precisionUpper: swapped },
      'precisionUpper is not positive definite',
    ],
  ])('%s', (_, value, fault) => {
    expect(() => readMixedModel('mine.json', value)).toThrow(fault);
    expect(() => readMixedModel('mine.json', value)).toThrow('mine.json must hold a yield model');
  });

  test('text that is no JSON', () => {
    expect(() => parseMixedModel('mine.json', '{')).toThrow('mine.json must hold a yield model');
  });
});

function withCovariate(change: object): unknown {
  const [first, ...others] = model.covariates;
  return { ...model, covariates: [{ ...first, ...change }, ...others] };
}

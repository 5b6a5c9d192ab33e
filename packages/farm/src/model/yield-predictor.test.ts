import { describe, expect, test } from 'vitest';
import { learnHarvest } from './learn-harvest.ts';
import type { MixedModel } from './mixed-model.ts';
import type { Situation } from './situation.ts';
import { reference, referenceModel } from './testing/reference-model.ts';
import { yieldPredictor } from './yield-predictor.ts';

const TOLERANCE = 1e-6;

type Query = (typeof reference.queries)[number];

function expectQuery(model: MixedModel, query: Query): void {
  const predictor = yieldPredictor(model);
  const hybrid = { name: query.hybrid, parents: query.hybrid.split('/') };
  const situation: Situation = {
    field: query.field ?? 'a field that nobody knows',
    region: query.region ?? 'a region that nobody knows',
    covariates: query.weather,
  };
  const alone = predictor.expect(hybrid, situation);
  const beside = predictor.compare(hybrid, query.against.hybrid, situation);
  const pairs: [number, number][] = [
    [alone.far, query.outside],
    [alone.mean, query.mean],
    [alone.deviationExpected, query.sdExpected],
    [alone.deviationField, query.sdField],
    [alone.deviationPlot, query.sdPlot],
    [beside.mean, query.against.mean],
    [beside.deviationExpected, query.against.sdExpected],
    [beside.deviationField, query.against.sdField],
    [beside.deviationPlot, query.against.sdPlots],
    [beside.chance, query.against.chanceField],
  ];
  for (const [ours, theirs] of pairs) {
    expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(TOLERANCE * Math.abs(theirs) + 1e-9);
  }
}

describe('the predictor, from the weights and the precision of the reference', () => {
  test.each(reference.queries.map((query, i) => [i, query] as const))(
    'answers query %i',
    (_, query) => {
      expectQuery(referenceModel(), query);
    },
  );

  test('learns an invented harvest as the reference does', () => {
    const { field, region, weather, hybrids, yields, plots, after, query } =
      reference.updateExample;
    const rows = hybrids.map((hybrid, i) => ({
      field,
      region,
      year: 2018,
      hybrid,
      parents: hybrid.split('/'),
      yield: yields[i]!,
      plots: plots[i]!,
      covariates: weather,
    }));
    const learnt = learnHarvest(referenceModel(), rows);
    const weights = new Map(reference.features.map((name, i) => [name, learnt.weights[i]!]));
    for (const [name, value] of Object.entries(after)) {
      expect(weights.get(name)).toBeCloseTo(value, 7);
    }
    expectQuery(learnt, query as Query);
  });
});

describe('what is not said', () => {
  const predictor = yieldPredictor(referenceModel());

  test('of a known field is the mean of its seasons, and wider by how far seasons stray', () => {
    const { region: _, ...weather } = reference.sites.IAH4;
    const said = predictor.expect('PHW52/PHN82', {
      field: 'IAH4',
      region: null,
      covariates: weather,
    });
    const unsaid = predictor.expect('PHW52/PHN82', { field: 'IAH4', region: null, covariates: {} });
    expect(unsaid.mean).toBeCloseTo(said.mean, 12);
    expect(unsaid.deviationField).toBeGreaterThan(said.deviationField);
  });

  test('of a field that nobody knows is refused', () => {
    const nowhere = { field: null, region: 'IA', covariates: { temp: 20, rad: 20, rain: 3 } };
    expect(() => predictor.expect('PHW52/PHN82', nowhere)).toThrow(
      'covariates must say clay, because the model does not know the field null',
    );
  });

  test('weather with a deviation is the average over it: mean and spread of many seasons', () => {
    const at = (temp: number) =>
      predictor.expect('B73/MO17', { field: 'IAH4', region: 'IA', covariates: { temp } });
    const wide = predictor.expect('B73/MO17', {
      field: 'IAH4',
      region: 'IA',
      covariates: { temp: { mean: 21, deviation: 1.5 } },
    });
    // Two points at one deviation have the moments that count: the yield is linear in the weather.
    const [low, high] = [at(19.5), at(22.5)];
    expect(wide.mean).toBeCloseTo((low.mean + high.mean) / 2, 10);
    const spread = ((high.mean - low.mean) / 2) ** 2;
    const within = (low.deviationExpected ** 2 + high.deviationExpected ** 2) / 2;
    expect(wide.deviationExpected ** 2).toBeCloseTo(spread + within, 10);
  });

  test('a hybrid against itself is as good as itself', () => {
    const situation = { field: 'IAH4', region: 'IA', covariates: { temp: 5 } };
    const same = predictor.compare('B73/MO17', 'B73/MO17', situation);
    expect(same).toMatchObject({ mean: 0, deviationExpected: 0, deviationField: 0, chance: 0.5 });
  });

  test('a hybrid without known parents has as many unknown ones as others have', () => {
    const situation = { field: 'IAH4', region: 'IA', covariates: { temp: 20.54 } };
    const named = { name: 'NEW1/NEW2', parents: ['NEW1', 'NEW2'] };
    expect(predictor.expect('a stranger', situation)).toEqual(predictor.expect(named, situation));
  });
});

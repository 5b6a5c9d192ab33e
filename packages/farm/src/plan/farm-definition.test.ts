import { createPolicy, type Policy } from '@hedgerow/core';
import { describe, expect, test } from 'vitest';
import { fitMixedModel } from '../model/fit-mixed-model.ts';
import { learnHarvest } from '../model/learn-harvest.ts';
import type { MixedModel } from '../model/mixed-model.ts';
import { randomTrials } from '../model/testing/random-trials.ts';
import { reference, referenceModel } from '../model/testing/reference-model.ts';
import type { TrialRow } from '../model/trial-row.ts';
import { yieldPredictor } from '../model/yield-predictor.ts';
import { type FarmOptions, farmDefinition } from './farm-definition.ts';
import { ELSEWHERE } from './usual-places.ts';

const TOLERANCE = 1e-6;
const EIGHT_OF_TEN = 1.2815515655446004;

type Query = (typeof reference.queries)[number];

const HYBRIDS = [...new Set(reference.queries.map(({ hybrid }) => hybrid))];
const OWN_FIELDS = ['home', 'far away'];
const FARM: FarmOptions = {
  fields: [
    ...[...new Set(reference.queries.flatMap(({ field }) => field ?? []))].map((name) => ({
      name,
    })),
    { name: 'home', region: 'IA', hectares: 12 },
    { name: 'far away', hectares: 30 },
    { name: 'by the river', region: 'WI', hectares: 7 },
  ],
  hybrids: [
    ...reference.hybrids,
    ...HYBRIDS.filter((name) => !reference.hybrids.includes(name)).map((name) => ({
      name,
      parents: name.split('/'),
    })),
  ],
  usual: 'F42/OH43',
  // So wide that no interval is cut.
  range: { min: 0, max: 60 },
};

function outlookOf(
  policy: Policy,
  query: Pick<Query, 'field' | 'region' | 'weather' | 'hybrid' | 'against'>,
) {
  const region = query.region ?? ELSEWHERE;
  const field = query.field ?? (query.region === null ? 'far away' : 'home');
  const context = { ...query.weather, region, field };
  const { bounds } = policy.preview(context, {
    size: 10,
    baseline: { action: query.against.hybrid },
  });
  const { predicted, outlook } = bounds.find(({ action }) => action === query.hybrid)!;
  return { predicted, ...outlook! };
}

function expectQuery(policy: Policy, query: Query): void {
  const { predicted, low, high, beside } = outlookOf(policy, query);
  const pairs: [number, number][] = [
    [predicted, query.mean],
    [(high - low) / 2 / EIGHT_OF_TEN, query.sdField],
    [beside.predicted, query.against.mean],
    [(beside.high - beside.low) / 2 / EIGHT_OF_TEN, query.against.sdField],
    [beside.chance, query.against.chanceField],
  ];
  for (const [ours, theirs] of pairs) {
    expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(TOLERANCE * Math.abs(theirs));
  }
}

function harvestRows(
  at: { field: string; region: string | null; weather: Record<string, number> },
  yields: Readonly<Record<string, number>>,
  plots: readonly number[] = [],
): TrialRow[] {
  return Object.entries(yields).map(([hybrid, value], i) => ({
    field: at.field,
    region: at.region,
    year: 2018,
    hybrid,
    parents: hybrid.split('/'),
    yield: value,
    plots: plots[i] ?? 1,
    covariates: at.weather,
  }));
}

describe('the policy of a farm', () => {
  const policy = createPolicy(farmDefinition(referenceModel(), FARM));

  test.each(reference.queries.map((query, i) => [i, query] as const))(
    'answers query %i of the reference',
    (_, query) => expectQuery(policy, query),
  );

  test('answers the query after a harvest, if the model learnt it', () => {
    const { hybrids, yields, plots, query, ...at } = reference.updateExample;
    const told = Object.fromEntries(hybrids.map((hybrid, i) => [hybrid, yields[i]!]));
    const learnt = learnHarvest(referenceModel(), harvestRows(at, told, plots));
    expectQuery(createPolicy(farmDefinition(learnt, FARM)), query as Query);
  });

  test('learns strips of its own fields as the model does', () => {
    const learner = createPolicy({ ...farmDefinition(referenceModel(), FARM), seed: 3 });
    const weather = { temp: 21.4, rad: 20.8, rain: 3.1, clay: 30 };
    const context = { ...weather, region: 'IA', field: 'home' };
    const { id, parts } = learner.decide(context, { size: 10, proposal: 'PHW52/NEW1' });
    const tried = parts!.find(({ role }) => role === 'try')!.action;
    expect(tried).toBe('PHW52/NEW1');
    learner.observe(id, { try: 12.75, check: 9.5 });
    const at = { field: 'home', region: 'IA', weather };
    const rows = harvestRows(at, { [tried]: 12.75, 'F42/OH43': 9.5 });
    const predictor = yieldPredictor(learnHarvest(referenceModel(), rows));
    for (const hybrid of ['PHW52/NEW1', 'NEW1/NEW2', 'PHW52/PHN82', 'B73/MO17']) {
      const against = { hybrid: 'F42/OH43' } as Query['against'];
      const ours = outlookOf(learner, { ...at, hybrid, against });
      const situation = { field: 'home', region: 'IA', covariates: weather };
      const named = { name: hybrid, parents: hybrid.split('/') };
      const level = predictor.expect(named, situation);
      const beside = predictor.compare(named, 'F42/OH43', situation);
      expect(ours.predicted).toBeCloseTo(level.mean, 8);
      expect((ours.high - ours.low) / 2 / EIGHT_OF_TEN).toBeCloseTo(level.deviationField, 8);
      expect(ours.beside.predicted).toBeCloseTo(beside.mean, 8);
      expect(ours.beside.chance).toBeCloseTo(beside.chance, 8);
    }
  });

  test('says what no trial has seen', () => {
    const cold = { temp: 5, rad: 20, rain: 3, clay: 30, region: ELSEWHERE, field: 'far away' };
    const { outside } = policy.preview(cold, { size: 10 });
    expect(outside).toMatchObject([{ variable: 'temp', value: 5 }]);
  });

  test('has only what it needs: its own fields, the regions they lie in, and elsewhere', () => {
    const own = FARM.fields.filter(({ name }) => OWN_FIELDS.includes(name));
    const definition = farmDefinition(referenceModel(), {
      fields: own,
      hybrids: ['B73/MO17', 'B73/PHN82'],
      usual: 'B73/MO17',
    });
    expect(definition.context).toMatchObject({
      temp: { seen: { step: 2 } },
      rain: { min: 0 },
      region: { categories: ['IA', ELSEWHERE] },
      field: { categories: OWN_FIELDS },
    });
    // intercept, 3 of weather, 2 hybrids, 3 parents, 12 slopes, 2 regions, 2 fields
    expect(definition.prior!.weights.length).toBe(25);
    expect(definition).toMatchObject({
      allowedShortfall: 0.1,
      failureProbability: 0.01,
      promise: 'realised',
      split: {},
      size: { typical: 30, unit: 'ha' },
      reward: { min: 2, max: 16, unit: 't/ha' },
      words: { action: 'hybrid' },
    });
    expect(definition.baseline).toEqual({ action: 'B73/MO17' });
  });

  test('one more field is added at the end, of context and features', () => {
    const before = farmDefinition(referenceModel(), FARM);
    const after = farmDefinition(referenceModel(), {
      ...FARM,
      fields: [...FARM.fields, { name: 'new', region: 'IA' }],
    });
    expect(after.prior!.weights.slice(0, -1)).toEqual(before.prior!.weights);
    expect(after.prior!.seasonVariance!.slice(0, -1)).toEqual(before.prior!.seasonVariance);
    expect(Object.keys(after.context).at(-1)).toBe('field');
  });

  test('takes what is declared of strips, of the usual hybrid and of noise', () => {
    const definition = farmDefinition(referenceModel(), {
      ...FARM,
      split: { drop: 4, plotNoise: { scale: 0.6 } },
      usualYield: { min: 6, max: 12 },
      noiseVariance: 0.5,
      allowedShortfall: 0.05,
    });
    expect(definition).toMatchObject({
      split: { drop: 4, plotNoise: { scale: 0.6 } },
      baseline: { reward: { min: 6, max: 12 } },
      allowedShortfall: 0.05,
      prior: { noiseVariance: 0.5 },
    });
    const plain = farmDefinition(referenceModel(), FARM);
    const ratio = 0.5 / referenceModel().variances.plot;
    expect(definition.prior!.precision[0]).toBeCloseTo(plain.prior!.precision[0]! * ratio, 10);
  });
});

describe('any trials make a policy', () => {
  const PLAN = { seed: 2, hybrids: 2, fields: 1, years: 2, plots: 1 };
  test.each([
    [{ hasParents: false, hasRegions: false, hasWeather: false }],
    [{ hasParents: true, hasRegions: true, hasWeather: true }],
  ])('%j', (has) => {
    const model: MixedModel = fitMixedModel(randomTrials({ ...PLAN, ...has }), {
      crop: 'oats',
      unit: 't/ha',
    });
    const definition = farmDefinition(model, { fields: [{ name: 'mine' }], usual: 'hybrid 1' });
    const policy = createPolicy(definition);
    const weather = Object.fromEntries(model.covariates.map(({ name, centre }) => [name, centre]));
    const region = model.regions.length > 0 ? { region: ELSEWHERE } : {};
    const { bounds } = policy.preview({ ...weather, ...region, field: 'mine' }, { size: 3 });
    expect(bounds.map(({ action }) => action)).toEqual(['hybrid 0', 'hybrid 1']);
  });
});

describe('a farm that cannot be is refused:', () => {
  test.each<[Partial<FarmOptions>, string]>([
    [{ fields: [] }, 'fields must hold at least one field, but it is empty'],
    [
      { fields: [{ name: 'a' }, { name: 'a' }] },
      'fields must have different names, but it is a twice',
    ],
    [{ hybrids: ['B73/MO17', 'B73/MO17'] }, 'hybrids must have different names'],
    [{ usual: 'B73' }, 'usual must be one of the hybrids'],
  ])('%j', (change, message) => {
    expect(() => farmDefinition(referenceModel(), { ...FARM, ...change })).toThrow(message);
  });
});

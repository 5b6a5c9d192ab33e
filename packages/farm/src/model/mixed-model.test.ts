import { describe, expect, test } from 'vitest';
import { trialCells } from './cells.ts';
import { fitDesign } from './fit-design.ts';
import { type FitOptions, fitMixedModel } from './fit-mixed-model.ts';
import { learnHarvest } from './learn-harvest.ts';
import type { MixedModel, VarianceName, Variances } from './mixed-model.ts';
import { withLevels } from './model-features.ts';
import { readMixedModel } from './model-file.ts';
import { restrictedLikelihood } from './restricted-likelihood.ts';
import { scaledValues } from './season-covariates.ts';
import { type DenseTrials, denseExpectation, denseNegativeLog } from './testing/dense-witness.ts';
import { randomTrials, type TrialPlan } from './testing/random-trials.ts';
import type { TrialRow } from './trial-row.ts';
import { yieldPredictor } from './yield-predictor.ts';

const OPTIONS: FitOptions = { crop: 'wheat', unit: 't/ha' };
const PLAN: TrialPlan = {
  seed: 3,
  hybrids: 7,
  fields: 6,
  years: 3,
  plots: 3,
  hasParents: true,
  hasRegions: true,
  hasWeather: true,
};

function designOf(model: MixedModel, rows: readonly TrialRow[]) {
  const cells = trialCells(rows);
  return fitDesign({
    levels: model,
    fieldYears: cells.fieldYears,
    scaled: cells.fieldYears.map(({ covariates }) => scaledValues(model.covariates, covariates)),
    withinSquares: cells.withinSquares,
    withinDegrees: cells.withinDegrees,
  });
}

function denseOf(model: MixedModel, rows: readonly TrialRow[]): DenseTrials {
  const { hybrids, covariates, variances, regions } = model;
  return { rows, hybrids, covariates, variances, hasRegions: regions.length > 0 };
}

const SHAPES: readonly Partial<TrialPlan>[] = [
  {},
  { seed: 4, hasParents: false },
  { seed: 5, hasRegions: false, hasWeather: false },
  { seed: 6, hasRegions: false, hasParents: false, plots: 1 },
  {
    seed: 7,
    hybrids: 2,
    fields: 1,
    years: 2,
    hasRegions: false,
    hasWeather: false,
    hasParents: false,
  },
];

describe.each(SHAPES.map((shape) => [JSON.stringify(shape), shape] as const))(
  'trials %s',
  (_, shape) => {
    const rows = randomTrials({ ...PLAN, ...shape });
    const model = fitMixedModel(rows, OPTIONS);

    test('have the likelihood of a dense model written apart', () => {
      const logs = (counts: readonly number[]) => counts.reduce((sum, n) => sum + Math.log(n), 0);
      const cells = trialCells(rows).fieldYears.flatMap((one) => one.cells);
      const constant =
        0.5 * (logs(cells.map(({ plots }) => plots)) - logs(rows.map((row) => row.plots)));
      expect(model.negativeLogLikelihood! + constant).toBeCloseTo(
        denseNegativeLog(denseOf(model, rows)),
        8,
      );
    });

    test('are predicted like a dense model does', () => {
      const predictor = yieldPredictor(model);
      for (const target of [
        rows[0]!,
        { ...rows.at(-1)!, field: 'a new field', region: 'region 1' },
      ]) {
        const dense = denseExpectation(denseOf(model, rows), target);
        const ours = predictor.expect(target.hybrid, target);
        expect(ours.mean).toBeCloseTo(dense.mean, 9);
        expect(ours.deviationExpected ** 2).toBeCloseTo(dense.variance, 9);
      }
    });

    test('in another order give the same bits', () => {
      const turned = [...rows].reverse();
      expect(fitMixedModel(turned, OPTIONS)).toEqual(model);
    });

    test('have the gradient that finite differences show', () => {
      const design = designOf(model, rows);
      const { gradient } = restrictedLikelihood(design, model.variances);
      for (const name of Object.keys(model.variances) as VarianceName[]) {
        if (model.variances[name] === 0) continue;
        const at = (log: number): number => {
          const variances: Variances = {
            ...model.variances,
            [name]: model.variances[name] * Math.exp(log),
          };
          return restrictedLikelihood(design, variances).negativeLog;
        };
        const step = 1e-4;
        const difference = (at(step) - at(-step)) / (2 * step);
        expect(gradient[name]).toBeCloseTo(difference, 5);
      }
    });

    test('leave no free variance that could be better', () => {
      const { gradient } = restrictedLikelihood(designOf(model, rows), model.variances);
      const tied = model.residual?.variances ?? [];
      const told = new Set([...model.held.map(({ variance }) => variance), ...tied]);
      expect(tied.reduce((sum, name) => sum + gradient[name], 0)).toBeCloseTo(0, 4);
      for (const name of Object.keys(model.variances) as VarianceName[]) {
        if (!told.has(name)) expect(gradient[name]).toBeCloseTo(name === 'plot' ? 0 : 0.5, 4);
        expect(Number.isFinite(model.variances[name])).toBe(true);
      }
    });
  },
);

describe('learning', () => {
  const rows = randomTrials(PLAN);
  const whole = fitMixedModel(rows, OPTIONS);

  test('season by season equals a fit to all with the same variances', () => {
    const first = rows.filter(({ year }) => year === 2020);
    const design = designOf(whole, first);
    const start = restrictedLikelihood(design, whole.variances);
    const size = start.weights.length;
    const upper: number[] = [];
    for (let i = 0; i < size; i++) {
      for (let j = i; j < size; j++) upper.push(start.precision[j * size + i]!);
    }
    const early: MixedModel = { ...whole, weights: [...start.weights], precisionUpper: upper };
    const later = rows.filter(({ year }) => year > 2020);
    const fieldYears = Map.groupBy(later, ({ field, year }) => `${field} ${year}`);
    const learnt = [...fieldYears.values()].reduce(learnHarvest, early);
    learnt.weights.forEach((weight, i) => {
      expect(weight).toBeCloseTo(whole.weights[i]!, 10);
    });
    learnt.precisionUpper.forEach((value, i) => {
      expect(Math.abs(value - whole.precisionUpper[i]!)).toBeLessThan(
        1e-10 * (1 + Math.abs(value)),
      );
    });
  });

  test('gives coordinates to hybrids, parents, fields and regions that are new', () => {
    const harvest: TrialRow = {
      field: 'home',
      region: 'valley',
      year: 2030,
      hybrid: 'newcomer',
      parents: ['mother 0', 'stranger'],
      yield: 11,
      plots: 4,
      covariates: { heat: 19, rain: 3, soil: 25 },
    };
    const learnt = learnHarvest(whole, [harvest]);
    expect(learnt.weights.length).toBe(whole.weights.length + 4 + whole.covariates.length);
    const before = yieldPredictor(whole).expect(harvestHybrid, harvest);
    const after = yieldPredictor(learnt).expect('newcomer', harvest);
    expect(after.deviationExpected).toBeLessThan(before.deviationExpected);
    expect(Math.abs(after.mean - 11)).toBeLessThan(Math.abs(before.mean - 11));
  });
  const harvestHybrid = { name: 'newcomer', parents: ['mother 0', 'stranger'] };

  test('what is left out is averaged over: the others are predicted as before', () => {
    const hybrids = whole.hybrids.filter(({ name }) => name !== 'hybrid 2');
    const part = withLevels(whole, { hybrids, fields: whole.fields.slice(0, 2) });
    const situation = { ...rows[0]!, field: whole.fields[0]!.name };
    const [small, large] = [yieldPredictor(part), yieldPredictor(whole)];
    expect(part.weights.length).toBe(whole.weights.length - 1 - 4);
    for (const { name } of hybrids) {
      const ours = small.expect(name, situation);
      const before = large.expect(name, situation);
      expect(ours.mean).toBeCloseTo(before.mean, 10);
      expect(ours.deviationField).toBeCloseTo(before.deviationField, 10);
    }
  });
});

describe('tables that say little', () => {
  test('two hybrids in one field for two years: what cannot be told is declared, and it says so', () => {
    const rows = randomTrials({
      ...PLAN,
      hybrids: 2,
      fields: 1,
      years: 2,
      plots: 1,
      hasParents: false,
      hasRegions: false,
      hasWeather: false,
    });
    const model = fitMixedModel(rows, { crop: 'barley', unit: 'dt/ha' });
    expect(model.held.map(({ variance }) => variance)).toEqual(Object.keys(model.variances));
    expect(model.held).toContainEqual({ variance: 'field', reason: 'too few fields: 1' });
    expect(model.variances.region).toBe(0);
    const { chance } = yieldPredictor(model).compare('hybrid 0', 'hybrid 1', rows[0]!);
    expect(chance).toBeGreaterThan(0);
    expect(chance).toBeLessThan(1);
  });

  test('one plot is enough for a model', () => {
    const [row] = randomTrials(PLAN);
    const model = fitMixedModel([row!], OPTIONS);
    expect(model.covariates).toEqual([]);
    expect(yieldPredictor(model).expect(row!.hybrid, row!).mean).toBeCloseTo(row!.yield, 9);
  });

  test('declared variances are in the unit of the yields: bushels give the same shares as tonnes', () => {
    const rows = randomTrials({ ...PLAN, hybrids: 3, fields: 2, years: 1 });
    const bushels = rows.map((row) => ({ ...row, yield: row.yield * 16 }));
    const [tonnes, others] = [rows, bushels].map((table) => fitMixedModel(table, OPTIONS));
    for (const { variance } of tonnes!.held) {
      expect(others!.variances[variance]).toBeCloseTo(256 * tonnes!.variances[variance], 8);
    }
  });

  test.each<[string, (value: number) => number]>([
    ['all 0', () => 0],
    ['all alike', () => 7],
    ['alike but for rounding', (value) => 7 + 1e-9 * value],
    ['negative', (value) => value - 8],
    ['whole numbers', Math.round],
  ])('yields that are %s make a model that can be read and asked', (_, change) => {
    const rows = randomTrials(PLAN).map((row) => ({ ...row, yield: change(row.yield) }));
    const model = readMixedModel('odd.json', fitMixedModel(rows, OPTIONS));
    const { mean, deviationPlot } = yieldPredictor(model).expect('a stranger', rows[0]!);
    expect(Number.isFinite(mean)).toBe(true);
    expect(deviationPlot).toBeGreaterThan(0);
  });

  test('yields in grams and in tonnes have the same model, in its unit', () => {
    const rows = randomTrials(PLAN);
    const [tonnes, grams] = [1, 1e6].map((unit) =>
      fitMixedModel(
        rows.map((row) => ({ ...row, yield: unit * row.yield })),
        OPTIONS,
      ),
    );
    for (const name of Object.keys(tonnes!.variances) as VarianceName[]) {
      expect(grams!.variances[name] / tonnes!.variances[name] / 1e12).toBeCloseTo(1, 3);
    }
  });

  test('weather that some seasons lack is filled in and counted', () => {
    const rows = randomTrials(PLAN).map((row) => {
      const { heat: _, ...rest } = row.covariates;
      return row.field === 'field 0' && row.year === 2021 ? { ...row, covariates: rest } : row;
    }) as TrialRow[];
    const model = fitMixedModel(rows, OPTIONS);
    expect(model.data.filledCovariates).toBe(1);
    expect(model.covariates.map(({ name, movesLevel }) => [name, movesLevel])).toEqual([
      ['heat', true],
      ['rain', true],
      ['soil', false],
    ]);
  });

  test('where some hybrids have no parents, they get unknown ones of their own', () => {
    const rows = randomTrials(PLAN).map((row) =>
      row.hybrid === 'hybrid 1' ? { ...row, parents: [] } : row,
    );
    const model = fitMixedModel(rows, OPTIONS);
    expect(model.hybrids[1]!.parents).toEqual(['parent 1 of hybrid 1', 'parent 2 of hybrid 1']);
  });
});

describe('rows that cannot be read', () => {
  const [row] = randomTrials(PLAN) as [TrialRow];
  test.each([
    [[], 'rows must hold at least one plot, but it is empty'],
    [[{ ...row, yield: Number.NaN }], 'rows[0].yield must be a finite number, but it is NaN'],
    [[{ ...row, plots: 0 }], 'rows[0].plots must be a whole number of at least 1, but it is 0'],
    [[{ ...row, field: ' ' }], 'rows[0].field must be a name, but it is " "'],
    [[row, { ...row, region: 'moon' }], 'the field field 0 must lie in one region'],
    [
      [row, { ...row, parents: ['x'] }],
      'the hybrid hybrid 0 must have the same parents in all rows',
    ],
  ])('are refused: %#', (rows, message) => {
    expect(() => fitMixedModel(rows, OPTIONS)).toThrow(message);
  });
});

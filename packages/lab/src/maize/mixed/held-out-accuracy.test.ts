import type { TrialRow } from '@hedgerow/farm';
import { describe, expect, it } from 'vitest';
import { fitRows } from '../fit/fit-rows.ts';
import { madeUpTable } from '../fit/testing/made-up-table.ts';
import { additiveTable } from './additive-table.ts';
import { chanceReliability } from './chance-reliability.ts';
import { foldsOf, groupOf, type HeldOutFieldYear, METHODS, SCHEMES } from './held-out.ts';
import { maizeTrialRows } from './maize-trial-rows.ts';
import { accuracyOf, measureAccuracy } from './measure-accuracy.ts';
import { predictFold } from './predict-fold.ts';
import { scoreMethod } from './score-held-out.ts';

const table = madeUpTable().map((row) => ({ ...row, yieldNetMgHa: row.yieldMgHa }));
const weather = table.map(({ location, year, tempMeanC, radiationMjM2D }, i) => ({
  location,
  year,
  tempMeanC,
  radiationMjM2D,
  precipMmD: 3 + (i % 4) / 3,
}));
const rows = maizeTrialRows('plots.csv', table, weather);

function plot(hybrid: string, field: string, value: number, plots = 1): TrialRow {
  const place = { field, region: null, year: 2020, parents: [], covariates: {} };
  return { ...place, hybrid, yield: value, plots };
}

describe('tables to hold a model against', () => {
  const small = [
    plot('a', 'x', 5, 3),
    plot('b', 'x', 7),
    plot('a', 'y', 8),
    plot('b', 'y', 10),
    plot('a', 'z', 1),
  ];

  it('an additive table is exact where the truth is a sum', () => {
    const { predict } = additiveTable(small, { hybrid: 0, field: 0 });
    for (const { hybrid, field, yield: value } of small) {
      expect(predict(hybrid, field)).toBeCloseTo(value, 8);
    }
    expect(predict('b', 'z')).toBeCloseTo(3, 8);
  });

  it('shrinks a mean as if so many plots had shown nothing', () => {
    const one = [plot('a', 'x', 4, 3), plot('b', 'x', 10, 1)];
    const { predict } = additiveTable(one, { hybrid: 2, field: Infinity });
    const mean = (3 * 4 + 10) / 4;
    expect(predict('a', 'x')).toBeCloseTo(mean + (3 * (4 - mean)) / 5, 10);
    expect(predict('never grown', 'x')).toBe(mean);
  });
});

describe('scores', () => {
  const base = {
    field: 'x',
    year: 2020,
    hybrids: ['a', 'b', 'c', 'd', 'e'],
    plots: [2, 1, 1, 1, 1],
    withinSquares: 0.5,
    sixteenth: 'd',
    mostGrown: 'a',
  };
  const prediction = {
    means: [4, 5, 6, 5, 5],
    deviations: [1, 1, 1, 1, 1],
    pairDeviations: base.hybrids.map(() => base.hybrids.map(() => 1)),
  };
  const fieldYear: HeldOutFieldYear = {
    ...base,
    means: [5, 5, 9, 4, 6],
    predictions: { mixed: prediction, constant: { ...prediction, means: [5, 5, 5, 5, 5] } },
  };

  it('are what one counts by hand', () => {
    const score = scoreMethod([fieldYear], 'mixed');
    // Errors 1 (two plots), 0, 3, −1, 1; squares 2 + 9 + 1 + 1 + 0.5 of six plots, whose mean error is 5/6.
    expect(score.error.value).toBeCloseTo(Math.sqrt(13.5 / 6), 12);
    expect(score.errorWithin.value).toBeCloseTo(Math.sqrt(13.5 / 6 - (5 / 6) ** 2), 12);
    expect(score.gain.value).toBeCloseTo(9 - 5.8, 12);
    expect(score.gainOverSixteenth.value).toBe(5);
    expect(score.gainOverMostGrown.value).toBe(4);
    expect(score.slope!.value).toBeCloseTo((1 * 0.8 + 1 * 3.2) / 2, 12);
    expect(score.correlation.value).toBeCloseTo(4 / Math.sqrt(2 * 14.8), 12);
    // Only the error of 3 is outside of 1.28.
    expect(score.cover!.value).toBe(4 / 5);
    expect(score.differenceCover!.value).toBe(4 / 10);
  });

  it('of a method that sees no difference have no slope, and the mean of all for a pick', () => {
    const score = scoreMethod([fieldYear], 'constant');
    expect(score.slope).toBeNull();
    expect(score.gain.value).toBeCloseTo(0, 12);
    expect(score.correlation.value).toBe(0);
  });

  it('have the standard error of a mean, for figures with one number a field-year', () => {
    const others = [3, 8, 7].map((best) => ({ ...fieldYear, means: [5, 5, best, 4, 6] }));
    const { gainOverSixteenth } = scoreMethod(others, 'mixed');
    const [mean, values] = [2, [-1, 4, 3]];
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 2;
    expect(gainOverSixteenth.value).toBeCloseTo(mean, 12);
    expect(gainOverSixteenth.standardError).toBeCloseTo(Math.sqrt(variance / 3), 12);
  });

  it('leave out rankings of fewer than five hybrids', () => {
    const few = { ...fieldYear, hybrids: ['a', 'b'], means: [1, 30], plots: [1, 1] };
    const thin = { means: [5, 4], deviations: [1, 1], pairDeviations: [[], [1]] };
    const both = scoreMethod([fieldYear, { ...few, predictions: { mixed: thin } }], 'mixed');
    expect(both.gain.value).toBeCloseTo(3.2, 12);
    expect(both.cover!.value).toBe(4 / 7);
  });

  it('chances are gathered by what was said of the hybrid that looked better', () => {
    const sure = { ...prediction, means: [0, 0, 0, 0, 9] };
    const rows = chanceReliability([{ ...fieldYear, predictions: { mixed: sure } }], 'mixed');
    expect(rows).toEqual([
      { said: 0.5, observed: 0, pairs: 6 },
      { said: 1, observed: 3 / 4, pairs: 4 },
    ]);
  });
});

describe('folds', () => {
  it('leave everything out once in each scheme', () => {
    for (const scheme of SCHEMES) {
      const groups = foldsOf(rows, { schemes: [scheme], methods: ['mixed'] }).map(
        ({ group }) => group,
      );
      expect(new Set(groups).size).toBe(groups.length);
      expect(rows.every((row) => groups.includes(groupOf(scheme, row)))).toBe(true);
    }
  });

  it('are predicted without having been seen: what was left out does not change what is said', () => {
    const [fold] = foldsOf(rows, { schemes: ['field-year'], methods: METHODS });
    const isOut = rows.map((row) => groupOf('field-year', row) === fold!.group);
    // The greatest and the least yield are the scale of the bilinear fit, and stay.
    const { min, max } = fitRows(table, 'min-max').yieldScaling;
    const changed = rows.map((row, i) =>
      isOut[i] && row.yield > min && row.yield < max
        ? { ...row, yield: (row.yield + min + max) / 3 }
        : row,
    );
    const [before, after] = [rows, changed].map((all) => predictFold({ rows: all, table }, fold!));
    expect(after!.map(({ means }) => means)).not.toEqual(before!.map(({ means }) => means));
    expect(after!.map(({ predictions }) => predictions)).toEqual(
      before!.map(({ predictions }) => predictions),
    );
  });

  it('are measured on threads, with the scores of a single one', async () => {
    const progress: number[] = [];
    const results = await measureAccuracy({
      rows,
      table,
      schemes: ['year'],
      methods: ['hybrid mean', 'mixed'],
      workerCount: 2,
      signal: new AbortController().signal,
      onProgress: (done) => progress.push(done),
    });
    const folds = foldsOf(rows, { schemes: ['year'], methods: ['hybrid mean', 'mixed'] });
    const alone = folds.flatMap((fold) => predictFold({ rows, table }, fold));
    expect(results[0]!.scores.mixed).toEqual(scoreMethod(alone, 'mixed'));
    expect(progress).toEqual(folds.map((_, i) => i + 1));
    expect(accuracyOf(results).schemes[0]).toMatchObject({ leftOut: 'year' });
  });
});

import { describe, expect, it } from 'vitest';
import { alternatingLeastSquares } from './alternating-least-squares.ts';
import {
  type BilinearModel,
  meanSquaredError,
  penalisedError,
  predictRows,
  rewardColumns,
} from './bilinear-model.ts';
import { canonicalForm } from './canonical-form.ts';
import { type FitRows, fitRows } from './fit-rows.ts';
import { intervalCoverage } from './interval-coverage.ts';
import { allRows } from './plot-moments.ts';
import { PAPER_GRADIENT, stochasticGradient } from './stochastic-gradient.ts';
import { madeUpTable } from './testing/made-up-table.ts';

const rows = fitRows(madeUpTable(), 'min-max');
const chosen = allRows(rows);
// Unequal on purpose: equal penalties would hide one in the place of the other.
const penalties = { sitePenalty: 0.002, varietyPenalty: 0.0005 };
const options = { latentSize: 3, penalties, tolerance: 1e-14 };
const fit = alternatingLeastSquares(rows, chosen, { ...options, seed: 4 });

function largestDifference(first: BilinearModel, second: BilinearModel): number {
  const other = rewardColumns(second);
  return Math.max(
    ...rewardColumns(first).flatMap((column, x) =>
      Array.from(column, (value, j) => Math.abs(value - other[x]![j]!)),
    ),
  );
}

function errorOf(model: BilinearModel, data: FitRows = rows): number {
  return meanSquaredError(data, allRows(data), predictRows(data, rewardColumns(model)));
}

describe('alternatingLeastSquares', () => {
  it('ends where no small step lowers the penalised error', () => {
    const error = (model: BilinearModel) => penalisedError(rows, chosen, { model, penalties });
    const size = 1e-4;
    for (const part of ['siteWeights', 'varietyFactors'] as const) {
      for (let i = 0; i < fit.model[part].length; i++) {
        const [lower, upper] = [-size, size].map((step) => {
          const moved = fit.model[part].slice();
          moved[i]! += step;
          return error({ ...fit.model, [part]: moved });
        }) as [number, number];
        expect(Math.abs(upper - lower) / (2 * size)).toBeLessThan(1e-5);
        expect(Math.min(lower, upper)).toBeGreaterThan(fit.penalisedError);
      }
    }
  });

  it('counts the penalties once for every plot', () => {
    const { siteWeights, varietyFactors } = fit.model;
    const square = (values: Float64Array) => values.reduce((sum, value) => sum + value ** 2, 0);
    const plotsOfEach = rows.rowCount / rows.hybrids.length;
    const expected =
      rows.rowCount * errorOf(fit.model) +
      penalties.sitePenalty * rows.rowCount * square(siteWeights) +
      penalties.varietyPenalty * plotsOfEach * square(varietyFactors);
    expect(fit.penalisedError).toBeCloseTo(expected, 12);
  });

  it('ends in the same place from every start', () => {
    const other = alternatingLeastSquares(rows, chosen, { ...options, seed: 77 });
    expect(other.hasConverged).toBe(true);
    expect(largestDifference(fit.model, other.model)).toBeLessThan(1e-6);
  });

  it('leaves a hybrid without plots at 0', () => {
    const without = chosen.filter((row) => rows.hybridIndices[row] !== 2);
    const { model } = alternatingLeastSquares(rows, without, { ...options, seed: 4 });
    expect([...model.varietyFactors.subarray(6, 9)]).toEqual([0, 0, 0]);
    expect(model.siteWeights.every(Number.isFinite)).toBe(true);
  });
});

describe('canonicalForm', () => {
  const canonical = canonicalForm(fit.model);

  it('keeps every reward', () => {
    expect(largestDifference(fit.model, canonical)).toBeLessThan(1e-14);
  });

  it('does not depend on how the factors were turned', () => {
    const turned = canonicalForm({
      latentSize: 3,
      siteWeights: turn(fit.model.siteWeights),
      varietyFactors: turn(fit.model.varietyFactors),
    });
    canonical.siteWeights.forEach((value, i) => {
      expect(turned.siteWeights[i]!).toBeCloseTo(value, 10);
    });
  });

  it('has columns of both factors with the same length, the root of the singular value', () => {
    canonical.singularValues.forEach((value, a) => {
      for (const factor of [canonical.siteWeights, canonical.varietyFactors]) {
        const square = factor.reduce((sum, entry, i) => sum + (i % 3 === a ? entry ** 2 : 0), 0);
        expect(square).toBeCloseTo(value, 12);
      }
    });
  });
});

/** Rotates the first two latent numbers of every row. */
function turn(values: Float64Array): Float64Array {
  const [cosine, sine] = [Math.cos(0.7), Math.sin(0.7)];
  return values.map((value, i) => {
    if (i % 3 === 0) return cosine * value - sine * values[i + 1]!;
    return i % 3 === 1 ? sine * values[i - 1]! + cosine * value : value;
  });
}

describe('stochasticGradient', () => {
  const gradient = (seed: number, gradientFactor: 1 | 2) =>
    stochasticGradient(rows, chosen, { ...PAPER_GRADIENT, ...options, seed, gradientFactor });

  it('gives the same bits for the same seed, and others for another', () => {
    expect(gradient(5, 2)).toEqual(gradient(5, 2));
    expect(gradient(5, 2)).not.toEqual(gradient(6, 2));
  });

  it('comes near the least error, and nearer with a smaller step for longer', () => {
    const slow = stochasticGradient(rows, chosen, {
      ...options,
      seed: 5,
      rate: 0.0015,
      epochCount: 3000,
      startSpread: 0.1,
      gradientFactor: 2,
    });
    expect(errorOf(gradient(5, 2))).toBeLessThan(1.5 * errorOf(fit.model));
    expect(largestDifference(slow, fit.model)).toBeLessThan(
      largestDifference(gradient(5, 2), fit.model),
    );
  });

  it('takes the same path with factor 2 as with factor 1 and twice the rate', () => {
    const doubled = stochasticGradient(rows, chosen, {
      ...PAPER_GRADIENT,
      ...options,
      seed: 5,
      rate: 2 * PAPER_GRADIENT.rate,
      gradientFactor: 1,
    });
    expect(doubled).toEqual(gradient(5, 2));
  });
});

describe('the coverage of intervals', () => {
  it('is counted with the errors of the other field-years', () => {
    // Two field-years of three plots; the reach in one is 1.28 root mean squares of the other.
    const rows = {
      fieldYears: ['a', 'b'],
      fieldYearIndices: Int32Array.of(0, 0, 0, 1, 1, 1),
    } as unknown as FitRows;
    const errors = Float64Array.of(2, -2, 2, 2.5, 2.6, -9);
    const coverage = intervalCoverage(rows, errors, [true, true, true, false, false, false]);
    // In b the reach is 1.2816 · 2 = 2.563; in a it is 1.2816 · 5.58: everything is inside.
    expect(coverage).toEqual({
      plots: 4 / 6,
      repeatedFields: 1,
      newFields: 1 / 3,
      medianFieldYear: 1,
      lowestTenth: 1 / 3,
    });
  });
});

/**
 * The same model written a second time, with nothing shared: one dense covariance over all rows.
 *
 * Cov(row, row') is summed up from names alone; the mean is flat. It is slow and plain.
 */
import type { Covariate, ModelHybrid, Variances } from '../mixed-model.ts';
import type { TrialRow } from '../trial-row.ts';

export interface DenseTrials {
  readonly rows: readonly TrialRow[];
  readonly hybrids: readonly ModelHybrid[];
  readonly covariates: readonly Covariate[];
  readonly variances: Variances;
  readonly hasRegions: boolean;
}

/** −ℓ_R of rows, constants but for those of the number of plots left out. */
export function denseNegativeLog(trials: DenseTrials): number {
  const { rows } = trials;
  const { inverse, logDeterminant } = invert(covarianceOf(trials));
  const ones = rows.map(() => 1);
  const yields = rows.map((row) => row.yield);
  const information = form(ones, inverse, ones);
  const mean = form(ones, inverse, yields) / information;
  const rest = yields.map((value) => value - mean);
  return 0.5 * (logDeterminant + Math.log(information) + form(rest, inverse, rest));
}

/** What is expected of one more row's field, season apart: mean and variance (universal kriging). */
export function denseExpectation(
  trials: DenseTrials,
  target: TrialRow,
): { mean: number; variance: number } {
  const { rows } = trials;
  const { inverse } = invert(covarianceOf(trials));
  const ones = rows.map(() => 1);
  const yields = rows.map((row) => row.yield);
  const information = form(ones, inverse, ones);
  const level = form(ones, inverse, yields) / information;
  const link = rows.map((row) => lasting(trials, row, target));
  const rest = yields.map((value) => value - level);
  const leverage = 1 - form(ones, inverse, link);
  return {
    mean: level + form(link, inverse, rest),
    variance:
      lasting(trials, target, target) - form(link, inverse, link) + leverage ** 2 / information,
  };
}

function covarianceOf(trials: DenseTrials): number[][] {
  const { rows, variances } = trials;
  return rows.map((row, i) =>
    rows.map((other, j) => {
      const error = i === j ? variances.plot / row.plots : 0;
      return lasting(trials, row, other) + seasonal(trials, row, other) + error;
    }),
  );
}

function lasting(trials: DenseTrials, row: TrialRow, other: TrialRow): number {
  const { covariates, variances, hasRegions } = trials;
  const z = (one: TrialRow, { name, centre, scale }: Covariate) =>
    (one.covariates[name]! - centre) / scale;
  const products = covariates.map((covariate) => z(row, covariate) * z(other, covariate));
  const level = products.filter((_, k) => covariates[k]!.movesLevel);
  return (
    variances.weather * sum(level) +
    variances.hybrid * Number(row.hybrid === other.hybrid) +
    common(trials, row, other) * (variances.parent + variances.parentWeather * sum(products)) +
    variances.field * Number(row.field === other.field) +
    (hasRegions ? variances.region * Number(row.region === other.region) : 0)
  );
}

function seasonal(trials: DenseTrials, row: TrialRow, other: TrialRow): number {
  const { variances } = trials;
  if (row.field !== other.field || row.year !== other.year) return 0;
  return (
    variances.fieldYear +
    variances.parentFieldYear * common(trials, row, other) +
    variances.hybridFieldYear * Number(row.hybrid === other.hybrid)
  );
}

function common({ hybrids }: DenseTrials, row: TrialRow, other: TrialRow): number {
  const parentsOf = (name: string) => hybrids.find((one) => one.name === name)!.parents;
  return sum(
    parentsOf(row.hybrid).map(
      (parent) => parentsOf(other.hybrid).filter((one) => one === parent).length,
    ),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function form(first: readonly number[], matrix: number[][], second: readonly number[]): number {
  return sum(first.map((value, i) => value * sum(matrix[i]!.map((one, j) => one * second[j]!))));
}

/** Gauss and Jordan, without exchanging rows: covariances do not need it. */
function invert(matrix: number[][]): { inverse: number[][]; logDeterminant: number } {
  const work = matrix.map((row, i) => [...row, ...matrix.map((_, j) => Number(i === j))]);
  let logDeterminant = 0;
  work.forEach((pivotRow, i) => {
    const pivot = pivotRow[i]!;
    logDeterminant += Math.log(pivot);
    pivotRow.forEach((value, k) => {
      pivotRow[k] = value / pivot;
    });
    for (const row of work) {
      if (row === pivotRow) continue;
      const factor = row[i]!;
      row.forEach((value, k) => {
        row[k] = value - factor * pivotRow[k]!;
      });
    }
  });
  return { inverse: work.map((row) => row.slice(matrix.length)), logDeterminant };
}

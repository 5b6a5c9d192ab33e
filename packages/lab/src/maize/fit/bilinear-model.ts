/**
 * The bilinear model: reward ≈ contextᵀ · siteWeights · varietyFactors of the hybrid (W and V_x).
 *
 * What a fit determines is the product, `rewardMatrix` = W Vᵀ. The two factors can be turned against
 * each other without changing any reward; canonical-form.ts picks one pair.
 */
import type { FitRows } from './fit-rows.ts';

export interface BilinearModel {
  readonly latentSize: number;
  /** W: one row of latent numbers for each entry of a context, row-major. */
  readonly siteWeights: Float64Array;
  /** V: one row of latent numbers for each hybrid, row-major. */
  readonly varietyFactors: Float64Array;
}

/** Returns the columns of W Vᵀ: for each hybrid, the weights of a context. */
export function rewardColumns(model: BilinearModel): Float64Array[] {
  const { latentSize, siteWeights, varietyFactors } = model;
  const hybridCount = varietyFactors.length / latentSize;
  const contextSize = siteWeights.length / latentSize;
  return Array.from({ length: hybridCount }, (_, hybrid) => {
    const column = new Float64Array(contextSize);
    for (let j = 0; j < contextSize; j++) {
      let sum = 0;
      for (let a = 0; a < latentSize; a++) {
        sum += siteWeights[j * latentSize + a]! * varietyFactors[hybrid * latentSize + a]!;
      }
      column[j] = sum;
    }
    return column;
  });
}

/** A way to tell the reward of row i of the data. */
export type RowPrediction = (row: number) => number;

/** Predicts rows with the columns of W Vᵀ. */
export function predictRows(rows: FitRows, columns: readonly Float64Array[]): RowPrediction {
  return (row) => contextReward(rows, row, columns[rows.hybridIndices[row]!]!);
}

/** The reward that a column of weights gives in the context of a row. */
export function contextReward(
  { contexts, contextSize }: FitRows,
  row: number,
  column: Float64Array,
): number {
  let sum = 0;
  for (let j = 0; j < contextSize; j++) sum += contexts[row * contextSize + j]! * column[j]!;
  return sum;
}

/** Mean squared error over rows, in squared reward units. */
export function meanSquaredError(
  rows: FitRows,
  chosen: readonly number[],
  predict: RowPrediction,
): number {
  let sum = 0;
  for (const row of chosen) sum += (rows.rewards[row]! - predict(row)) ** 2;
  return sum / chosen.length;
}

export interface Penalties {
  /** λ_w: on W, for every plot. */
  readonly sitePenalty: number;
  /** λ_v: on V_x, for every plot of the hybrid x. */
  readonly varietyPenalty: number;
}

/**
 * What both ways of fitting make small: for each plot its squared error and both penalties, so that
 * all plots together put λ_w · plots on W and λ_v · (plots of x) on V_x.
 */
export function penalisedError(
  rows: FitRows,
  chosen: readonly number[],
  { model, penalties }: { model: BilinearModel; penalties: Penalties },
): number {
  const predict = predictRows(rows, rewardColumns(model));
  const { latentSize, siteWeights, varietyFactors } = model;
  const siteSquare = penalties.sitePenalty * squareSum(siteWeights);
  let sum = 0;
  for (const row of chosen) {
    const start = rows.hybridIndices[row]! * latentSize;
    const factors = varietyFactors.subarray(start, start + latentSize);
    sum += (rows.rewards[row]! - predict(row)) ** 2;
    sum += penalties.varietyPenalty * squareSum(factors) + siteSquare;
  }
  return sum;
}

function squareSum(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}

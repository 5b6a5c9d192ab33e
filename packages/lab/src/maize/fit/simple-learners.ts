/**
 * Plain models to hold the bilinear fit against: a constant, and hybrid + context without any
 * interaction. A learner looks at some rows and returns predictions for all.
 */
import { contextReward, type RowPrediction } from './bilinear-model.ts';
import type { FitRows } from './fit-rows.ts';
import { denseSystem, factorInPlace, solveInPlace } from './skyline-cholesky.ts';

export type Learner = (rows: FitRows, chosen: readonly number[]) => RowPrediction;

/** Predicts the mean reward. */
export const constantLearner: Learner = (rows, chosen) => {
  const mean = chosen.reduce((sum, row) => sum + rows.rewards[row]!, 0) / chosen.length;
  return () => mean;
};

/** Predicts a number for the hybrid plus a linear function of the context, by ridge regression. */
export function additiveLearner(ridge: number): Learner {
  return (rows, chosen) => {
    const hybridCount = rows.hybrids.length;
    const weights = ridgeSolution({
      rows,
      chosen,
      ridge,
      size: hybridCount + rows.contextSize,
      design: (row, into) => {
        into[rows.hybridIndices[row]!] = 1;
        into.set(contextOf(rows, row), hybridCount);
      },
    });
    const contextWeights = weights.subarray(hybridCount);
    return (row) => weights[rows.hybridIndices[row]!]! + contextReward(rows, row, contextWeights);
  };
}

/** Predicts with one linear function of the context for each hybrid: any bilinear model is one. */
export function interactionLearner(ridge: number): Learner {
  return (rows, chosen) => {
    const weights = rows.hybrids.map((_, hybrid) =>
      ridgeSolution({
        rows,
        chosen: chosen.filter((row) => rows.hybridIndices[row] === hybrid),
        ridge,
        size: rows.contextSize,
        design: (row, into) => into.set(contextOf(rows, row)),
      }),
    );
    return (row) => contextReward(rows, row, weights[rows.hybridIndices[row]!]!);
  };
}

/** Predicts the mean of the rows with the same key; it can tell nothing about other rows. */
export function cellMeanLearner(keyOf: (row: number) => string): Learner {
  return (rows, chosen) => {
    const cells = new Map<string, { sum: number; count: number }>();
    for (const row of chosen) {
      const cell = cells.get(keyOf(row)) ?? { sum: 0, count: 0 };
      cells.set(keyOf(row), { sum: cell.sum + rows.rewards[row]!, count: cell.count + 1 });
    }
    return (row) => {
      const cell = cells.get(keyOf(row));
      return cell === undefined ? Number.NaN : cell.sum / cell.count;
    };
  };
}

function contextOf({ contexts, contextSize }: FitRows, row: number): Float64Array {
  return contexts.subarray(row * contextSize, (row + 1) * contextSize);
}

interface RidgeInput {
  readonly rows: FitRows;
  readonly chosen: readonly number[];
  readonly ridge: number;
  readonly size: number;
  /** Writes the regressors of a row over zeros. */
  readonly design: (row: number, into: Float64Array) => void;
}

function ridgeSolution({ rows, chosen, ridge, size, design }: RidgeInput): Float64Array {
  const matrix = new Float64Array(size * size);
  const solution = new Float64Array(size);
  const regressors = new Float64Array(size);
  for (let i = 0; i < size; i++) matrix[i * size + i] = ridge;
  for (const row of chosen) {
    regressors.fill(0);
    design(row, regressors);
    for (let i = 0; i < size; i++) {
      if (regressors[i] === 0) continue;
      solution[i]! += rows.rewards[row]! * regressors[i]!;
      for (let j = 0; j <= i; j++) matrix[i * size + j]! += regressors[i]! * regressors[j]!;
    }
  }
  const system = denseSystem(size, matrix);
  factorInPlace(system);
  solveInPlace(system, solution);
  return solution;
}

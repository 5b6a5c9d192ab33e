/**
 * The two ways to fit, behind one face: alternating least squares to its end, or the paper's
 * stochastic gradient.
 */
import { alternatingLeastSquares } from './alternating-least-squares.ts';
import {
  type BilinearModel,
  type Penalties,
  penalisedError,
  predictRows,
  rewardColumns,
} from './bilinear-model.ts';
import type { FitRows } from './fit-rows.ts';
import { allRows } from './plot-moments.ts';
import type { Learner } from './simple-learners.ts';
import { PAPER_GRADIENT, stochasticGradient } from './stochastic-gradient.ts';

export type FitMethodName = 'als' | 'sgd';

export interface FitSettings {
  readonly method: FitMethodName;
  /** Whole number from 0 to 2^32 − 1; als ends in the same place whatever it is. */
  readonly seed: number;
  readonly latentSize: number;
  readonly penalties: Penalties;
  /** Of sgd only: 2 as differentiated, 1 as in recommender code. */
  readonly gradientFactor: 1 | 2;
}

/** The settings of the paper; als is ours. */
export const DEFAULT_FIT: FitSettings = {
  method: 'als',
  seed: 1,
  latentSize: 10,
  penalties: { sitePenalty: 0.001, varietyPenalty: 0.001 },
  gradientFactor: PAPER_GRADIENT.gradientFactor,
};

const FINAL_TOLERANCE = 1e-13;
/** In cross-validation the last digits do not matter: held-out errors are told to three. */
const CROSS_VALIDATION_TOLERANCE = 1e-7;

export interface MethodFit {
  readonly model: BilinearModel;
  readonly penalisedError: number;
  /** Sweeps of als, epochs of sgd. */
  readonly passCount: number;
  readonly description: string;
}

/** Fits all rows. `onLook` hears how far als is. */
export function fitAll(
  rows: FitRows,
  settings: FitSettings,
  onLook?: (sweepCount: number, error: number) => void,
): MethodFit {
  const chosen = allRows(rows);
  if (settings.method === 'sgd') return fitByGradient(rows, chosen, settings);
  const { model, sweepCount, penalisedError, hasConverged } = alternatingLeastSquares(
    rows,
    chosen,
    { ...settings, tolerance: FINAL_TOLERANCE, ...(onLook === undefined ? {} : { onLook }) },
  );
  const ending = hasConverged ? 'until' : 'stopped by the limit of sweeps before';
  return {
    model,
    penalisedError,
    passCount: sweepCount,
    description: `alternating least squares from V ~ N(0,.3^2), ${ending} the objective falls by less than 1e-13 relative in 25 sweeps`,
  };
}

function fitByGradient(rows: FitRows, chosen: readonly number[], settings: FitSettings): MethodFit {
  const model = stochasticGradient(rows, chosen, { ...PAPER_GRADIENT, ...settings });
  const { rate, epochCount, startSpread } = PAPER_GRADIENT;
  return {
    model,
    penalisedError: penalisedError(rows, chosen, { model, penalties: settings.penalties }),
    passCount: epochCount,
    description: `stochastic gradient, one plot at a time, rate ${rate}, ${epochCount} epochs, start N(0,${startSpread}^2), gradient factor ${settings.gradientFactor}, seed ${settings.seed}`,
  };
}

/** The same fit as a learner, for cross-validation. */
export function fitLearner(settings: FitSettings): Learner {
  return (rows, chosen) => {
    const model =
      settings.method === 'sgd'
        ? stochasticGradient(rows, chosen, { ...PAPER_GRADIENT, ...settings })
        : alternatingLeastSquares(rows, chosen, {
            ...settings,
            tolerance: CROSS_VALIDATION_TOLERANCE,
          }).model;
    return predictRows(rows, rewardColumns(model));
  };
}

/**
 * What no fit can beat on these data: in-sample mean squared errors of plain models.
 *
 * `interaction` is the floor of every bilinear model, and `hybridByFieldYear` is what is left when
 * every hybrid has its own mean in every season: the error of single plots.
 */
import { meanSquaredError } from './bilinear-model.ts';
import type { FitRows } from './fit-rows.ts';
import { allRows } from './plot-moments.ts';
import {
  additiveLearner,
  cellMeanLearner,
  constantLearner,
  interactionLearner,
  type Learner,
} from './simple-learners.ts';

/** Next to nothing: it only picks one of the many solutions of a collinear design. */
const NEARLY_NO_RIDGE = 1e-7;

export interface ErrorFloors {
  readonly meanOnly: number;
  readonly additive: number;
  readonly interaction: number;
  readonly hybridByField: number;
  readonly hybridByFieldYear: number;
}

/** Returns the floors in squared reward units. */
export function errorFloors(rows: FitRows): ErrorFloors {
  const chosen = allRows(rows);
  const errorOf = (learner: Learner) => meanSquaredError(rows, chosen, learner(rows, chosen));
  return {
    meanOnly: errorOf(constantLearner),
    additive: errorOf(additiveLearner(NEARLY_NO_RIDGE)),
    interaction: errorOf(interactionLearner(NEARLY_NO_RIDGE)),
    hybridByField: errorOf(
      cellMeanLearner((row) => `${rows.hybridIndices[row]} ${rows.fieldIndices[row]}`),
    ),
    hybridByFieldYear: errorOf(
      cellMeanLearner((row) => `${rows.hybridIndices[row]} ${rows.fieldYearIndices[row]}`),
    ),
  };
}

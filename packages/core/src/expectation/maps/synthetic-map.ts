/**
 * The features of the paper's synthetic experiment: φ(x, c) = [x², c², x∘c], coordinate by coordinate.
 *
 * With weights [1, 1, −2] the reward is ‖x − c‖². Linear in the lift [c², c], with x² constant:
 *
 *     ψ = [x², m² + diag(Σ), x∘m]
 *     covariance: Cov(c²) in the middle block, (xxᵀ)∘Σ in the last, Cov(cᵢ², cⱼ)·xⱼ across
 */
import { copyTable, type NumberTable, tableRow, tableRows } from '../../base/number-lists.ts';
import type { CombinationTerm, FeatureMap } from '../feature-map.ts';
import { liftedMap } from '../lifted-map.ts';
import type { LiftedOperator } from '../lifted-operator.ts';
import { squaresAndLinearLift } from '../lifts/squares-and-linear-lift.ts';
import { combinedVector } from './combined-vector.ts';

/** Returns the map [x², c², x∘c]; actions have as many coordinates as contexts. */
export function syntheticMap(actions: readonly ArrayLike<number>[]): FeatureMap {
  const table = copyTable('actions', actions);
  const size = table.columnCount;
  const rows = Array.from({ length: table.rowCount }, (_, x) => tableRow(table, x));
  return liftedMap({
    kind: 'synthetic',
    dimension: 3 * size,
    actionCount: table.rowCount,
    lift: squaresAndLinearLift(size),
    write: (actionIndex, lifted, into, offset) => {
      const action = rows[actionIndex]!;
      for (let i = 0; i < size; i++) {
        into[offset + i] = action[i]! * action[i]!;
        into[offset + size + i] = lifted[i]!;
        into[offset + 2 * size + i] = action[i]! * lifted[size + i]!;
      }
    },
    combine: (combination) => combinedOperator(table, combination),
    describe: () => ({ kind: 'synthetic', actions: tableRows(table) }),
  });
}

/** A = [0, 0; s·I, 0; 0, diag(x)], where s and x are the combined coefficient and action. */
function combinedOperator(
  table: NumberTable,
  combination: readonly CombinationTerm[],
): LiftedOperator {
  const size = table.columnCount;
  const action = combinedVector(table, combination);
  const coefficient = combination.reduce((sum, term) => sum + term.coefficient, 0);
  const columnLengths = new Float64Array(2 * size).fill(Math.abs(coefficient), 0, size);
  action.forEach((value, i) => {
    columnLengths[size + i] = Math.abs(value);
  });
  return {
    apply: (lifted, into) => {
      into.fill(0, 0, size);
      for (let i = 0; i < size; i++) {
        into[size + i] = coefficient * lifted[i]!;
        into[2 * size + i] = action[i]! * lifted[size + i]!;
      }
    },
    applyTransposed: (weights, into) => {
      for (let i = 0; i < size; i++) {
        into[i] = coefficient * weights[size + i]!;
        into[size + i] = action[i]! * weights[2 * size + i]!;
      }
    },
    columnLengths,
  };
}

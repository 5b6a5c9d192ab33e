/**
 * Factor by factor: φ(x, c) = V_x ∘ Wᵀc, of length p only.
 *
 *     ψ = V_x ∘ Wᵀm        covariance = diag(V_x)·WᵀΣW·diag(V_x)
 *
 * It trusts that the factors of the fitted model are the right ones and learns just how much each
 * of them counts; the fitted model itself is the weight vector of ones.
 */
import { tableRow, tableRows } from '../../base/number-lists.ts';
import type { FeatureMap } from '../feature-map.ts';
import { liftedMap } from '../lifted-map.ts';
import type { LiftedOperator } from '../lifted-operator.ts';
import { linearLift } from '../lifts/linear-lift.ts';
import { combinedVector } from './combined-vector.ts';
import { copyFactors, type LatentFactors } from './latent-factors.ts';

/** Returns the map φ(x, c) = V_x ∘ Wᵀc. */
export function hadamardMap(input: LatentFactors): FeatureMap {
  const { factors, weights } = copyFactors(input);
  const rows = Array.from({ length: factors.rowCount }, (_, x) => tableRow(factors, x));
  return liftedMap({
    kind: 'hadamard',
    dimension: factors.columnCount,
    actionCount: factors.rowCount,
    lift: linearLift(tableRows(weights)),
    write: (actionIndex, lifted, into, offset) => {
      const action = rows[actionIndex]!;
      for (let a = 0; a < action.length; a++) into[offset + a] = action[a]! * lifted[a]!;
    },
    combine: (combination) => diagonalOperator(combinedVector(factors, combination)),
    describe: () => ({
      kind: 'hadamard',
      actionFactors: tableRows(factors),
      contextWeights: tableRows(weights),
    }),
  });
}

function diagonalOperator(diagonal: Float64Array): LiftedOperator {
  const multiply = (values: ArrayLike<number>, into: Float64Array): void => {
    for (let a = 0; a < diagonal.length; a++) into[a] = diagonal[a]! * values[a]!;
  };
  return { apply: multiply, applyTransposed: multiply, columnLengths: diagonal.map(Math.abs) };
}

/**
 * Each action with weights of its own: φ(x, c) = e_x ⊗ [1, c].
 *
 * Nothing learnt about one action says anything about another. The right start when actions have
 * no attributes; with attributes, `kroneckerMap` learns faster.
 */
import { requireWhole } from '../../base/require.ts';
import type { FeatureMap } from '../feature-map.ts';
import { liftedMap } from '../lifted-map.ts';
import { kroneckerOperator } from '../lifted-operator.ts';
import { affineLift } from '../lifts/affine-lift.ts';

export interface PerActionMapInput {
  readonly actionCount: number;
  readonly contextDimension: number;
}

/** Returns the map φ(x, c) = e_x ⊗ [1, c], of length actionCount · (1 + contextDimension). */
export function perActionMap({ actionCount, contextDimension }: PerActionMapInput): FeatureMap {
  requireWhole('actionCount', actionCount, 1, Number.POSITIVE_INFINITY);
  const lift = affineLift(contextDimension);
  const dimension = actionCount * lift.dimension;
  return liftedMap({
    kind: 'per-action',
    dimension,
    actionCount,
    lift,
    write: (actionIndex, lifted, into, offset) => {
      into.fill(0, offset, offset + dimension);
      into.set(lifted, offset + actionIndex * lift.dimension);
    },
    writeAll: (lifted, into) => {
      into.fill(0, 0, actionCount * dimension);
      // The next action begins one row on and, in it, behind what this one wrote.
      const step = dimension + lift.dimension;
      for (let x = 0; x < actionCount; x++) {
        for (let i = 0; i < lifted.length; i++) into[x * step + i] = lifted[i]!;
      }
    },
    combine: (combination) => {
      const coefficients = new Float64Array(actionCount);
      for (const term of combination) coefficients[term.actionIndex]! += term.coefficient;
      return kroneckerOperator(coefficients, lift.dimension);
    },
    describe: () => ({ kind: 'per-action', actionCount, contextDimension }),
  });
}

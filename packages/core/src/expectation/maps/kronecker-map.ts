/**
 * Every action attribute times every lifted context coordinate: φ(x, c) = v(x) ⊗ g(c).
 *
 *     ψ = v ⊗ E[g]        covariance = vvᵀ ⊗ Cov(g), largest eigenvalue ‖v‖²·λmax(Cov(g))
 *
 * Feature a·n + j is attribute a times lifted coordinate j.
 */
import { copyTable, type NumberTable, tableRow, tableRows } from '../../base/number-lists.ts';
import type { ContextLift } from '../context-lift.ts';
import type { FeatureMap } from '../feature-map.ts';
import type { FeatureMapDescription } from '../feature-map-description.ts';
import { liftedMap } from '../lifted-map.ts';
import { kroneckerOperator, writeKronecker } from '../lifted-operator.ts';
import { combinedVector } from './combined-vector.ts';

export interface KroneckerMapInput {
  /** One row of attributes an action. */
  readonly actionVectors: readonly ArrayLike<number>[];
  readonly lift: ContextLift;
}

/** Returns the map φ(x, c) = v(x) ⊗ g(c). */
export function kroneckerMap({ actionVectors, lift }: KroneckerMapInput): FeatureMap {
  const vectors = copyTable('actionVectors', actionVectors);
  return kroneckerMapOf({
    kind: 'kronecker',
    vectors,
    lift,
    describe: () => ({
      kind: 'kronecker',
      actionVectors: tableRows(vectors),
      lift: lift.describe(),
    }),
  });
}

export interface KroneckerMapOfInput {
  readonly kind: FeatureMapDescription['kind'];
  readonly vectors: NumberTable;
  readonly lift: ContextLift;
  readonly describe: () => FeatureMapDescription;
}

/** The same for maps that go by another name. */
export function kroneckerMapOf({ kind, vectors, lift, describe }: KroneckerMapOfInput): FeatureMap {
  const rows = Array.from({ length: vectors.rowCount }, (_, x) => tableRow(vectors, x));
  return liftedMap({
    kind,
    dimension: vectors.columnCount * lift.dimension,
    actionCount: vectors.rowCount,
    lift,
    write: (actionIndex, lifted, into, offset) => {
      writeKronecker({ actionVector: rows[actionIndex]!, lifted, into, offset });
    },
    combine: (combination) =>
      kroneckerOperator(combinedVector(vectors, combination), lift.dimension),
    describe,
  });
}

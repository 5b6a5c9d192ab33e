/**
 * Action attributes times waves over the context: φ(x, c) = v(x) ⊗ cos(ωᵀc + phase).
 * For rewards that are smooth in the context but follow no formula.
 */
import { copyNumbers, copyTable, tableRows } from '../../base/number-lists.ts';
import type { FeatureMap } from '../feature-map.ts';
import { type FourierWaves, randomFourierLift } from '../lifts/random-fourier-lift.ts';
import { kroneckerMapOf } from './kronecker-map.ts';

export interface RandomFourierMapInput extends FourierWaves {
  /** One row of attributes an action. */
  readonly actionVectors: readonly ArrayLike<number>[];
}

/** Returns the map φ(x, c) = v(x) ⊗ cos(ωᵀc + phase). */
export function randomFourierMap(input: RandomFourierMapInput): FeatureMap {
  const vectors = copyTable('actionVectors', input.actionVectors);
  const frequencies = tableRows(copyTable('frequencies', input.frequencies));
  const phases = Array.from(copyNumbers('phases', input.phases));
  return kroneckerMapOf({
    kind: 'random-fourier',
    vectors,
    lift: randomFourierLift({ frequencies, phases }),
    describe: () => ({
      kind: 'random-fourier',
      actionVectors: tableRows(vectors),
      frequencies: frequencies.map((row) => [...row]),
      phases: [...phases],
    }),
  });
}

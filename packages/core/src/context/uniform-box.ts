/**
 * Several numbers of which only the limits are known, independent of each other.
 */
import { copyNumbers } from '../base/number-lists.ts';
import { requireLength } from '../base/require.ts';
import type { ContextDistribution } from './context-distribution.ts';
import { fromVariables } from './parts/from-variables.ts';
import { requireOrdered } from './parts/require-ordered.ts';
import { uniformVariable } from './parts/variable.ts';

export interface UniformBoxInput {
  /** Lower limit of each coordinate. */
  readonly min: ArrayLike<number>;
  /** Upper limit of each coordinate, not below the lower one. */
  readonly max: ArrayLike<number>;
}

/** Returns a uniform distribution over the box between two corners. */
export function uniformBox(input: UniformBoxInput): ContextDistribution {
  const min = copyNumbers('min', input.min);
  const max = copyNumbers('max', input.max);
  requireLength('max', max, min.length);
  return fromVariables({
    kind: 'uniform-box',
    variables: Array.from(min, (lower, i) => side(i, lower, max[i]!)),
    describe: () => ({ kind: 'uniform-box', min: Array.from(min), max: Array.from(max) }),
  });
}

function side(coordinate: number, lower: number, upper: number) {
  requireOrdered({
    lowerName: `min[${coordinate}]`,
    lower,
    upperName: `max[${coordinate}]`,
    upper,
  });
  return uniformVariable(lower, upper);
}

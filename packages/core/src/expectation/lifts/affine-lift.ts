/**
 * The context with a constant in front: g(c) = [1, c].
 *
 * The constant has no variance, so the covariance is that of the context with a border of zeros.
 */
import { requireWhole } from '../../base/require.ts';
import type { ContextLift } from '../context-lift.ts';

/** Returns the lift g(c) = [1, c]. */
export function affineLift(contextDimension: number): ContextLift {
  requireWhole('contextDimension', contextDimension, 1, Number.POSITIVE_INFINITY);
  const evaluate = (context: ArrayLike<number>, into: Float64Array): void => {
    into[0] = 1;
    into.set(context, 1);
  };
  return Object.freeze<ContextLift>({
    kind: 'affine',
    contextDimension,
    dimension: contextDimension + 1,
    isAffine: true,
    evaluate,
    mean: (distribution, into) => evaluate(distribution.mean, into),
    covariance: (distribution) => withZeroBorder(distribution.covariance, contextDimension),
    describe: () => ({ kind: 'affine', contextDimension }),
  });
}

function withZeroBorder(covariance: Float64Array, size: number): Float64Array {
  const bordered = new Float64Array((size + 1) * (size + 1));
  for (let i = 0; i < size; i++) {
    const row = covariance.subarray(i * size, (i + 1) * size);
    bordered.set(row, (i + 1) * (size + 1) + 1);
  }
  return bordered;
}

/**
 * The context itself: g(c) = c, with the mean and covariance of the forecast.
 */
import { requireWhole } from '../../base/require.ts';
import type { ContextLift } from '../context-lift.ts';

/** Returns the lift g(c) = c. */
export function identityLift(contextDimension: number): ContextLift {
  requireWhole('contextDimension', contextDimension, 1, Number.POSITIVE_INFINITY);
  return Object.freeze<ContextLift>({
    kind: 'identity',
    contextDimension,
    dimension: contextDimension,
    isAffine: true,
    evaluate: (context, into) => into.set(context),
    mean: (distribution, into) => into.set(distribution.mean),
    covariance: (distribution) => Float64Array.from(distribution.covariance),
    describe: () => ({ kind: 'identity', contextDimension }),
  });
}

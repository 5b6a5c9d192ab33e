/**
 * The weights of the linear world, in which equations about the baseline hold exactly:
 *
 *     mean(action, z) = width · [ 0.7 + 0.1 · z + s(action) · (0.15 + 0.05 · z) ] + min
 *
 * with z from −1 to 1 and s = 0, 0, 1, −4 for b, c, x, y. So x is always a little better than the
 * baseline, y is far worse and pays the floor at z = 1, and all means keep to the range.
 */
import type { FeatureMapDescription } from '@hedgerow/core';
import type { CellNumbers } from './cell-range.ts';

const STRENGTHS = { b: 0, c: 0, x: 1, y: -4 } as const;
const LEVEL = 0.7;
const SLOPE = 0.1;
const STRENGTH_LEVEL = 0.15;
const STRENGTH_SLOPE = 0.05;

/** Features [1, s] ⊗ [1, z], in the order of the actions b, c, x, y. */
export const LINEAR_FEATURES: FeatureMapDescription = {
  kind: 'kronecker',
  actionVectors: Object.values(STRENGTHS).map((strength) => [1, strength]),
  lift: { kind: 'affine', contextDimension: 1 },
};

/** Returns the mean of an action in the context z. */
export function linearMean(
  { min, width }: CellNumbers,
  action: keyof typeof STRENGTHS,
  z: number,
): number {
  const strength = STRENGTHS[action];
  const share = LEVEL + SLOPE * z + strength * (STRENGTH_LEVEL + STRENGTH_SLOPE * z);
  // The sum may round to a hair outside the range.
  return min + width * Math.min(Math.max(share, 0), 1);
}

/** Returns the Euclidean norm of the weights, a hair above it for rounding. */
export function linearWeightNorm({ min, width }: CellNumbers): number {
  const others = [SLOPE, STRENGTH_LEVEL, STRENGTH_SLOPE].map((share) => share * width);
  return Math.hypot(min + width * LEVEL, ...others) * (1 + 1e-12);
}

/**
 * Features must be of a size that can be calculated with.
 *
 * The model squares them and divides by the ridge penalty. A forecast with an absurd spread, or a map
 * with absurd coefficients, would overflow in the middle of an update, when it is too late to refuse.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireAllFinite } from '../../base/require.ts';
import { squaredNorms } from '../../base/small-matrix.ts';

/** Far beyond anything meant, and far enough from the largest number there is to be squared. */
const LEVERAGE_MAX = 1e150;

/** In four parts that need not wait for each other: this runs over all features of every round. */
function sumOfSquares(features: Float64Array): number {
  const parts = new Float64Array(4);
  const length = features.length >> 2;
  squaredNorms(features, length, 4, parts);
  let sum = parts[0]! + parts[1]! + parts[2]! + parts[3]!;
  for (let i = 4 * length; i < features.length; i++) sum += features[i]! * features[i]!;
  return sum;
}

/** Refuses features, of one action or several, that no model can learn from. */
export function requireLearnable(features: Float64Array, ridgePenalty: number): void {
  const leverage = sumOfSquares(features) / ridgePenalty;
  if (leverage <= LEVERAGE_MAX) return;
  requireAllFinite('features', features);
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `the sum of the squares of all features, divided by ridgePenalty, must be at most ${LEVERAGE_MAX}`,
    received: String(leverage),
    remedy: 'Check the spread of the context, the coefficients of the features and ridgePenalty.',
  });
}

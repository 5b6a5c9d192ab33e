/**
 * How far a decision may stray must be a number whose square is one.
 *
 *     spread = size · declared deviation of rewards, or noise of a measured part
 *
 * Whoever bets with a declared spread squares it, and divides by the square of that of a usual decision. Beyond these limits
 * the squares are infinite or 0, and a bet would be worth anything.
 */
import { HedgerowError } from '../../base/errors.ts';
import type { PolicyDefinition } from './policy-definition.ts';

const SPREAD_MAX = 1e150;
const SPREAD_MIN = 1 / SPREAD_MAX;

/** Refuses a size that makes a declared spread too large, or too small, to be squared. */
export function requireSpread(
  { reward, split }: PolicyDefinition,
  field: 'size' | 'size.typical',
  size: number,
): void {
  const { scale, checkScale } = split?.plotNoise ?? {};
  for (const deviation of [reward.deviationScale, scale, checkScale]) {
    const spread = deviation === undefined ? 1 : size * deviation;
    if (spread >= SPREAD_MIN && spread <= SPREAD_MAX) continue;
    throw new HedgerowError({
      code: 'HR_INPUT_RANGE',
      rule: `${field}, times how far rewards stray (${deviation}), must be from ${SPREAD_MIN} to ${SPREAD_MAX}`,
      received: String(spread),
      remedy: 'Count sizes or rewards in another unit.',
    });
  }
}

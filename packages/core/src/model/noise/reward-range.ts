/**
 * The range that rewards, or their noiseless part, are declared to lie in.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireFinite } from '../../base/require.ts';

export interface RewardRange {
  /** lo: no reward lies below it. */
  readonly min: number;
  /** hi: no reward lies above it. */
  readonly max: number;
}

/** Returns max − min, at least 0; refuses a range that is upside down or not finite. */
export function rewardRangeWidth(rewardRange: RewardRange): number {
  requireFinite('rewardRange.min', rewardRange.min);
  requireFinite('rewardRange.max', rewardRange.max);
  if (rewardRange.max >= rewardRange.min) return rewardRange.max - rewardRange.min;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `rewardRange.max must be at least rewardRange.min = ${rewardRange.min}`,
    received: String(rewardRange.max),
  });
}

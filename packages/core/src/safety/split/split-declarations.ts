/**
 * What is declared about decisions that are divided: tried on a part, with a check beside it.
 *
 *     range       every outcome of a part lies in it                        lo ≤ y ≤ hi
 *     baseline    so does the baseline's mean, in every field and weather   L ≤ r_b ≤ U
 *     drop        a try stays at most so far below the baseline beside it   r_x ≥ r_b − drop
 *     ratio       or keeps at least this share of it                        r_x ≥ ratio · r_b
 *     beside      the same of outcomes, not of means                        y_x ≥ y_b − beside
 *     plotNoise   how far the outcome of a part strays from its mean        sub-Gaussian, σ
 *
 * Means are averages over the strips of the field in the weather that came. What is not declared is
 * not used, and each declaration only has to be true: a false one breaks the promise.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireBetween, requireFinite, requireNotNegative } from '../../base/require.ts';
import type { RewardInterval } from '../books/safety-book.ts';

export interface PlotNoise {
  /** σ: sub-Gaussian scale of the outcome of a try, in reward units; greater than 0. */
  readonly scale: number;
  /** That of the check, where it is narrower than the tries. Default: the same. */
  readonly checkScale?: number;
  /**
   * Whether the errors of the parts of one decision are independent of each other. Parts drawn from
   * one field are not: they share its soil and err in opposite directions. Default false.
   */
  readonly isIndependent?: boolean;
}

export interface SplitDeclarations {
  readonly range: RewardInterval;
  /** Whether noise can carry outcomes out of the range, which then holds for means alone. */
  readonly mayLeaveRange?: boolean;
  readonly baseline?: RewardInterval;
  readonly drop?: number;
  readonly ratio?: number;
  readonly beside?: number;
  readonly plotNoise?: PlotNoise;
}

/** Refuses declarations that make no sense, or with which nothing could be proved. */
export function requireSplitDeclarations(declared: SplitDeclarations): void {
  const { range, baseline, drop, ratio, beside, plotNoise } = declared;
  requireFinite('range.min', range.min);
  requireBetween('range.max', range.max, range.min, Number.POSITIVE_INFINITY);
  if (baseline !== undefined) requireInside(baseline, range);
  if (drop !== undefined) requireNotNegative('drop', drop);
  if (beside !== undefined) requireNotNegative('beside', beside);
  if (ratio !== undefined) requireShare('ratio', ratio);
  if (plotNoise !== undefined) {
    requireBetween('plotNoise.scale', plotNoise.scale, 0, Number.POSITIVE_INFINITY);
    const { checkScale = plotNoise.scale } = plotNoise;
    requireBetween('plotNoise.checkScale', checkScale, 0, Number.POSITIVE_INFINITY);
  }
  if (declared.mayLeaveRange === true && plotNoise === undefined) throw withoutNoise();
}

/** Refuses everything but shares from 0 to 1, both included. */
export function requireShare(name: string, share: number): void {
  if (share >= 0 && share <= 1) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `${name} must be at least 0 and at most 1`,
    received: String(share),
  });
}

function requireInside(baseline: RewardInterval, range: RewardInterval): void {
  const { min, max } = baseline;
  if (range.min <= min && min <= max && max <= range.max) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `the baseline's interval must lie in the range, ${range.min} to ${range.max}`,
    received: `${min} to ${max}`,
  });
}

function withoutNoise(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'plotNoise must be declared where outcomes may leave the range',
    received: 'undefined',
    remedy: 'Declare how far outcomes stray from their means, or a range that no outcome leaves.',
  });
}

/**
 * Amounts of reward must be of a size that can be added up and squared.
 *
 * Near the largest number there is, a sum of two rewards is infinite, and beside it every debit of a
 * usual size vanishes. No unit needs that.
 */
import { HedgerowError } from '../../base/errors.ts';
import { describeValue } from '../../base/require.ts';

const AMOUNT_MAX = 1e100;

/** Refuses what is not a number, and numbers beyond any use. */
export function requireAmount(name: string, value: number): void {
  if (Number.isFinite(value) && Math.abs(value) <= AMOUNT_MAX) return;
  throw new HedgerowError({
    code: Number.isFinite(value) ? 'HR_INPUT_RANGE' : 'HR_INPUT_NOT_FINITE',
    rule: `${name} must be a finite number, at most ${AMOUNT_MAX} in size`,
    received: describeValue(value),
    remedy: 'Count rewards in a larger unit.',
  });
}

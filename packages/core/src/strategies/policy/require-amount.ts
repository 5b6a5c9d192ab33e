/**
 * Amounts of reward must be of a size that can be added up and squared.
 *
 * Near the largest number there is, a sum of two rewards is infinite, and beside it every debit of a
 * usual size vanishes. What others are measured by must not be too small either: near the smallest number there is,
 * its reciprocal is infinite. No unit needs that.
 */
import { HedgerowError } from '../../base/errors.ts';
import { describeValue } from '../../base/require.ts';

const AMOUNT_MAX = 1e100;
const TINY = 1e-100;

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

/** Refuses what is no amount, and positive ones that nothing can be measured by. */
export function requireMeasure(name: string, value: number): void {
  requireAmount(name, value);
  requireNotTiny(name, value, 'Count in a smaller unit.');
}

/** Refuses positive numbers whose square, or reciprocal, is none any more. */
export function requireNotTiny(name: string, value: number, remedy?: string): void {
  if (value <= 0 || value >= TINY) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `${name} must be at least ${TINY}`,
    received: describeValue(value),
    ...(remedy === undefined ? {} : { remedy }),
  });
}

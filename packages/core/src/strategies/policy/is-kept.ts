/**
 * Whether a budget keeps the promise: the one rule of audits, metrics, pages and commands.
 *
 * There is no tolerance in it. What is proved is added up without rounding and rounded down once, so a
 * budget that is 0 is told as 0 (docs/decisions/0033-one-rule-for-kept.md).
 */

/** Returns true for a budget of 0 or more; inside a window it may be below 0 until the window ends. */
export function isKept(budget: number, window = 1): boolean {
  return window > 1 || budget >= 0;
}

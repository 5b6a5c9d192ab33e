/**
 * Refuses what is not a context distribution, above all its description, which looks alike.
 */
import { HedgerowError } from '../../base/errors.ts';
import { describeValue } from '../../base/require.ts';
import type { ContextDistribution } from '../context-distribution.ts';

/** The place, where the value is one of a list. */
export function requireDistribution(
  name: string,
  value: ContextDistribution,
  place?: number,
): void {
  if (typeof value?.sample === 'function') return;
  const where = place === undefined ? name : `${name}[${place}]`;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${where} must be a context distribution`,
    received: describeValue(value),
    remedy:
      'Make one with normal(…), exact(…) and so on, or from plain data with contextFromDescription.',
  });
}

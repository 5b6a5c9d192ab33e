/**
 * Refuses what is not a context distribution, above all its description, which looks alike.
 */
import { HedgerowError } from '../../base/errors.ts';
import { describeValue } from '../../base/require.ts';
import type { ContextDistribution } from '../context-distribution.ts';

export function requireDistribution(name: string, value: ContextDistribution): void {
  if (typeof value?.sample === 'function') return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${name} must be a context distribution`,
    received: describeValue(value),
    remedy:
      'Make one with normal(…), exact(…) and so on, or from plain data with contextFromDescription.',
  });
}

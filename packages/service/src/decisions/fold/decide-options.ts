/**
 * What the core is told of a request.
 */
import type { DecideOptions } from '@hedgerow/core';
import type { DecisionRequest, Mode } from '../../wire.ts';

export function decideOptions(
  request: Omit<DecisionRequest, 'policy'>,
  mode: Mode = 'live',
): DecideOptions {
  const { context, ...options } = request;
  return { ...options, ...(mode === 'shadow' ? { shadow: true } : {}) };
}

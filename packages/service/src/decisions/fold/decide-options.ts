/**
 * What the core is told of a request. Of subjects it knows nothing: what the register says of one has
 * been filled in.
 */
import type { DecideOptions } from '@hedgerow/core';
import type { DecisionRequest, Mode } from '../../wire.ts';

export function decideOptions(
  request: Omit<DecisionRequest, 'policy'>,
  mode: Mode = 'live',
): DecideOptions {
  const { context, subject, ...options } = request;
  return { ...options, ...(mode === 'shadow' ? { shadow: true } : {}) };
}

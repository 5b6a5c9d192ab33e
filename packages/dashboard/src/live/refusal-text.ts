/**
 * Why a policy could not be made, changed or archived; a key that may not is told which one may.
 */
import type { Failure } from './failure.ts';
import { actionFailureText } from './use-action.ts';

export function refusalText(failure: Failure): string {
  return failure.kind === 'forbidden'
    ? 'Your API key may not do this: it needs the scope admin. Nothing was done.'
    : actionFailureText(failure);
}

/** The error of a reward that belongs to no open decision. */
import { HedgerowError } from '../base/errors.ts';

export function rewardWithoutDecision(): HedgerowError {
  return new HedgerowError({
    code: 'HR_CALL_ORDER',
    rule: 'a reward must follow a decision that has none yet',
    received: 'a reward for no open decision',
    remedy: 'Call decide() first, and observe() at most once for each decision.',
  });
}

/** Learners without books take each reward before the next decision, and once. */
import { HedgerowError } from '../../base/errors.ts';
import type { Ticket } from './ticket.ts';

/** Refuses a reward that does not belong to the decision that waits for one. */
export function requireOpen(ticket: Ticket, openSequence: number | null): void {
  if (openSequence === null || ticket.sequence !== openSequence) throw rewardWithoutDecision();
}

/** The error of a reward that belongs to no open decision. */
export function rewardWithoutDecision(): HedgerowError {
  return new HedgerowError({
    code: 'HR_CALL_ORDER',
    rule: 'a reward must follow a decision that has none yet',
    received: 'a reward for no open decision',
    remedy: 'Decide first, and tell the reward at most once for each decision.',
  });
}

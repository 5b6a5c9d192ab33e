/**
 * A decision that always comes: the service's if it answers in time, else the caller's baseline.
 *
 * Whether a fall-back must be reported depends on what the service may have done. If it refused the
 * request at the first try, nothing is booked and nothing is to be said. In every other case it may
 * have made the decision, now or at an earlier try, so the fall-back is remembered.
 */

import type { DecisionReceipt } from '@hedgerow/service/wire';
import type { BaselineOptions, BaselineRequest, SafeDecision } from './client.ts';
import type { Clock } from './clock.ts';
import { ServiceError } from './errors.ts';
import type { FallbackQueue, FallbackTicket } from './fallback-queue.ts';
import { newKey } from './new-key.ts';
import type { ProblemListener } from './problem-listener.ts';
import { mayPass } from './retry.ts';

/** Asks the service for the decision of a ticket. */
export type AskService = (
  ticket: FallbackTicket,
  options?: { readonly timeoutMs?: number; readonly onRetry?: () => void },
) => Promise<DecisionReceipt>;

export interface DecideOrBaselineInput {
  readonly policy: string;
  readonly request: BaselineRequest;
  readonly options: BaselineOptions;
  readonly ask: AskService;
  readonly queue: FallbackQueue;
  readonly clock: Clock;
  readonly onProblem: ProblemListener;
}

/** Returns what to do now; never rejects. */
export async function decideOrBaseline(input: DecideOrBaselineInput): Promise<SafeDecision> {
  const { ask, options, onProblem } = input;
  const { timeoutMs } = options;
  let ticket: FallbackTicket | null = null;
  let isRepeated = false;
  const onRetry = () => {
    isRepeated = true;
  };
  try {
    ticket = writeTicket(input);
    const limit = timeoutMs === undefined ? {} : { timeoutMs };
    const receipt = await ask(ticket, { onRetry, ...limit });
    return { action: receipt.action, source: 'service', receipt };
  } catch (thrown) {
    const problem = thrown as Error;
    if (ticket !== null && (isRepeated || mayBeBooked(problem))) {
      return fallBack(input, ticket, problem);
    }
    onProblem({ kind: 'decision-refused', error: problem, ticket });
    return { action: options.baseline, source: 'fallback', ticket: null, problem };
  }
}

/** Remembers that the baseline is played, if there is room. */
function fallBack(
  { options, queue, onProblem }: DecideOrBaselineInput,
  ticket: FallbackTicket,
  problem: Error,
): SafeDecision {
  const { baseline } = options;
  try {
    queue.add(ticket, null);
    return { action: baseline, source: 'fallback', ticket, problem };
  } catch (thrown) {
    const error = thrown as Error;
    onProblem({ kind: 'queue-full', error, ticket });
    return { action: baseline, source: 'fallback', ticket: null, problem: error };
  }
}

/** The baseline that is played here is the round's baseline over there, whatever the policy's is. */
function writeTicket({ policy, request, options, clock }: DecideOrBaselineInput): FallbackTicket {
  const { baseline: action, key = newKey() } = options;
  const body = JSON.stringify({ ...request, baseline: { ...request.baseline, action } });
  return { policy, key, body, played: action, at: clock.now() };
}

/** Whether the service may have made the decision: unless it refused, or was never asked. */
function mayBeBooked(error: Error): boolean {
  if (mayPass(error)) return true;
  // 408 comes from in between, and says nothing about what the service did.
  return error instanceof ServiceError && (error.status >= 500 || error.status === 408);
}

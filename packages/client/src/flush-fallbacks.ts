/**
 * Tells the service about rounds that fell back, one after the other.
 *
 * Each is asked for again under its old key. If the service had decided and only the answer was lost,
 * this finds the decision; otherwise it is made now. Then the books are told what was really played:
 *
 *     the decision is the baseline, too    confirmed; the reward counts as usual
 *     the decision is another action       fell back: the debit returns; no reward is taken
 *
 * The reward of a round that fell back belongs to an action that the decision did not name. Sending
 * it would teach the books what that other action earns, which nobody saw. The decision is made
 * without its reward, which is sent last, so a reward cannot choose the round it counts in.
 */
import type { AckRequest, DecisionReceipt, RewardRequest } from '@hedgerow/service/wire';
import { ConnectionError, ServiceError } from './errors.ts';
import type { FallbackQueue, FallbackTicket, WaitingFallback } from './fallback-queue.ts';
import type { ProblemListener } from './problem-listener.ts';

export interface FlushReport {
  /** Fall-backs the service knows now. */
  readonly reported: number;
  /** Rewards that were sent. */
  readonly rewards: number;
  /** Rewards of rounds in which the decision named another action than was played. */
  readonly rewardsNotTaken: number;
  /** Reports that the service refused for good; `onProblem` was told of each. */
  readonly refused: number;
  /** Fall-backs that still wait. */
  readonly waiting: number;
  /** Why they wait; null if none does. */
  readonly problem: Error | null;
}

/** The calls that a report needs. */
export interface ReportCalls {
  decide(ticket: FallbackTicket): Promise<DecisionReceipt>;
  ack(decision: string, request: AckRequest): Promise<unknown>;
  reward(decision: string, request: RewardRequest): Promise<unknown>;
}

export interface FlushInput {
  readonly queue: FallbackQueue;
  readonly calls: ReportCalls;
  readonly onProblem: ProblemListener;
}

const REPORTS_PER_SAVE = 100;

/** Reports until none waits or the service is away. Never rejects. */
export async function flushFallbacks({
  queue,
  calls,
  onProblem,
}: FlushInput): Promise<FlushReport> {
  const counts = { reported: 0, rewards: 0, rewardsNotTaken: 0, refused: 0 };
  let problem: Error | null = null;
  for (const fallback of queue.entries()) {
    try {
      const reward = await report(fallback, calls);
      counts.reported += 1;
      if (reward !== 'none') counts[reward] += 1;
      queue.remove(fallback);
    } catch (thrown) {
      const error = thrown as Error;
      if (isRefusedForGood(error)) {
        counts.refused += 1;
        queue.remove(fallback);
        onProblem({ kind: 'report-refused', error, ticket: fallback.ticket });
        continue;
      }
      problem = error;
      // A fault inside the service may be about this one alone; anything else is about all.
      if (!isInternal(error)) break;
    }
    if (counts.reported % REPORTS_PER_SAVE === 0) queue.save();
  }
  queue.save();
  return { ...counts, waiting: queue.size, problem };
}

/** Every step may be repeated, so after a failure all of them are. */
async function report(
  { ticket, reward }: WaitingFallback,
  calls: ReportCalls,
): Promise<'none' | 'rewards' | 'rewardsNotTaken'> {
  const { id, action } = await calls.decide(ticket);
  const isAsDecided = action === ticket.played;
  // That the service could not be reached says nothing about what its action would have earned.
  await calls.ack(
    id,
    isAsDecided ? { played: 'decision' } : { played: 'baseline', reason: 'unrelated' },
  );
  if (reward === null) return 'none';
  if (!isAsDecided) return 'rewardsNotTaken';
  await calls.reward(id, reward);
  return 'rewards';
}

/** Whether it would fail again: the service said no to what was said, or it cannot even be sent. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return !(error instanceof ConnectionError);
  if (!error.code.startsWith('HR_') || MAY_CHANGE.has(error.code)) return false;
  return [400, 404, 409, 410, 413, 415, 422].includes(error.status);
}

const MAY_CHANGE: ReadonlySet<string> = new Set(['HR_KEY_IN_PROGRESS', 'HR_ROUTE_UNKNOWN']);

function isInternal(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 500;
}

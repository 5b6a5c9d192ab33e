/**
 * What a client tells while it goes on working, because nobody awaits it or somebody has to act.
 */
import type { FallbackTicket } from './fallback-queue.ts';

export interface ClientProblem {
  readonly kind: ProblemKind;
  readonly error: Error;
  /** The round it is about, if it is about one. */
  readonly ticket: FallbackTicket | null;
}

export type ProblemKind =
  /** The service refused a decision: the baseline is played, and asking again would not help. */
  | 'decision-refused'
  /** The service refused the report of a fall-back, or its reward, for good: it is given up. */
  | 'report-refused'
  /** There is no room to remember a fall-back: the service will not hear of it. */
  | 'queue-full'
  /** The storage failed: what waits is in memory only. */
  | 'storage';

export type ProblemListener = (problem: ClientProblem) => void;

/** Returns a listener that never throws: a faulty one must not keep an action from being played. */
export function guardListener(listener: ProblemListener | undefined): ProblemListener {
  return (problem) => {
    try {
      listener?.(problem);
    } catch {
      // The action matters more, and there is nobody else to tell.
    }
  };
}

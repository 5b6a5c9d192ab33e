/**
 * One logged decision, whatever wrote it: what was done, how likely that was, what it paid.
 */
import { HedgerowError } from '@hedgerow/core';

export interface LoggedDecision {
  /** Counted from 1, for messages. */
  readonly line: number;
  readonly action: string;
  /** Probability with which it was chosen; null if the log does not say. */
  readonly probability: number | null;
  /** Probability of every action that could have been chosen; null if the log does not say. */
  readonly propensities: ReadonlyMap<string, number> | null;
  /** Whether what was known was deleted on request: then it counts as the worst for every bound. */
  readonly isForgotten: boolean;
  /** Whether it was taken back and nothing was played: whether it is may depend on what was drawn. */
  readonly isVoided: boolean;
  /** Where the decision was divided: what each part paid; null for a whole one. */
  readonly parts: readonly LoggedPart[] | null;
  /** Null if it never came: then the worst is assumed for every bound. */
  readonly reward: number | null;
  /** What would have been done without the system; null if the log does not say. */
  readonly baseline: string | null;
  /** What was known before; null if it was not logged. */
  readonly context: Readonly<Record<string, unknown>> | null;
  /** Probability of the action under a policy to be judged, if the log carries it. */
  readonly targetProbability: number | null;
}

/** A part of a divided decision: every piece of it was in this part with the probability of its share. */
export interface LoggedPart {
  readonly action: string;
  readonly reward: number | null;
}

/** What was played and what it paid: the action, or every part of a divided decision. */
export function playedOf({ action, reward, parts }: LoggedDecision): readonly LoggedPart[] {
  return parts ?? [{ action, reward }];
}

export function logFault(line: number, rule: string, received: string): HedgerowError {
  return new HedgerowError({ code: 'HR_FILE', rule: `line ${line} of the log ${rule}`, received });
}

/** Refuses a probability that is none. */
export function requireProbability(line: number, name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0 && value <= 1) return value;
  throw logFault(
    line,
    `must have a ${name} above 0 and at most 1`,
    JSON.stringify(value) ?? 'none',
  );
}

/**
 * What an adversary has in its hands: a policy, through one of its ways in, and nothing of its inside.
 */
import type { DecideOptions, Outcome, PolicyDefinition, Receipt } from '@hedgerow/core';

export interface SubjectRequest extends Omit<DecideOptions, 'shadow'> {
  /** The only variable of the context. */
  readonly z: number;
  readonly mode: 'live' | 'shadow' | 'safe-mode';
}

/** Every way in hands out receipts with at least these fields. */
export type IssuedReceipt = Pick<
  Receipt,
  'id' | 'sequence' | 'action' | 'chosenBy' | 'proposal' | 'baseline' | 'margin' | 'coin'
> & { readonly reason: Receipt['reason'] | 'halted' };

export interface Subject {
  decide(request: SubjectRequest): Promise<IssuedReceipt>;
  observe(id: string, reward: number): Promise<Outcome>;
  correct(id: string, reward: number): Promise<Outcome>;
  confirm(id: string): Promise<Outcome>;
  fellBack(id: string): Promise<Outcome>;
  cancel(id: string): Promise<Outcome>;
  /** The margin as it was shown after the last call; null if this way shows none then. */
  shownMargin(): number | null;
  /** Ends it, and tells what it found wrong by itself. */
  finish(): Promise<readonly string[]>;
}

export interface SubjectOptions {
  readonly definition: PolicyDefinition;
  /** Which of the runs of a line this is, counted from 0. */
  readonly run: number;
  readonly roundCount: number;
}

export type CreateSubject = (options: SubjectOptions) => Promise<Subject>;

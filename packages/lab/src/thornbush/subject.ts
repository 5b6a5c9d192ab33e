/**
 * What an adversary has in its hands: a policy, through one of its ways in, and nothing of its inside.
 */
import type {
  DecideOptions,
  ExecutedShare,
  GiveUp,
  Outcome,
  PartRewards,
  PolicyDefinition,
  Receipt,
} from '@hedgerow/core';

export interface SubjectRequest extends Omit<DecideOptions, 'shadow'> {
  /** The only variable of the context. */
  readonly z: number;
  readonly mode: 'live' | 'shadow' | 'safe-mode';
  /** Where decisions are planned together and can be divided: so many decisions in place of one. */
  readonly blocks?: number;
}

/** Every way in hands out receipts with at least these fields. */
export type IssuedReceipt = Pick<
  Receipt,
  'id' | 'sequence' | 'action' | 'chosenBy' | 'proposal' | 'baseline' | 'margin' | 'coin' | 'parts'
> & { readonly reason: Receipt['reason'] | 'halted' };

/** What came of a message; `expired` where rewards are waited for only so long, and this one came later. */
export type Told = Outcome | 'expired';

export interface Subject {
  decide(request: SubjectRequest): Promise<IssuedReceipt>;
  /** Plans all of them at once; group, period and mode are those of the first. */
  decideTogether(requests: readonly SubjectRequest[]): Promise<readonly IssuedReceipt[]>;
  observe(id: string, reward: number | PartRewards): Promise<Told>;
  correct(id: string, reward: number | PartRewards): Promise<Told>;
  confirm(id: string, executed?: ExecutedShare): Promise<Told>;
  fellBack(id: string, why: GiveUp): Promise<Told>;
  cancel(id: string, why: GiveUp): Promise<Told>;
  /** The margin of the judged site as it is shown after the last call; null if this way shows none then. */
  shownMargin(): number | null;
  /** Ends it, and tells what it found wrong by itself. */
  finish(): Promise<readonly string[]>;
}

export interface SubjectOptions {
  readonly definition: PolicyDefinition;
  /** Which of the runs of a line this is, counted from 0. */
  readonly run: number;
  readonly roundCount: number;
  /** The site whose promise is judged in this run, if there are sites and it has a name. */
  readonly judgedSite?: string;
}

export type CreateSubject = (options: SubjectOptions) => Promise<Subject>;

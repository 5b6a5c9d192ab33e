/**
 * A policy through a public door: the library or HTTP. Nothing of its inside is seen.
 */
import type {
  DecideOptions,
  ExecutedShare,
  GiveUp,
  Outcome,
  PartRewards,
  PolicyDefinition,
  Receipt,
  TogetherOptions,
} from '@hedgerow/core';

/** Numbers by name; means over a forecast have no part in these games. */
export type Situation = Readonly<Record<string, number>>;

/** What every door tells of a decision. */
export type DoorReceipt = Pick<
  Receipt,
  'id' | 'sequence' | 'action' | 'chosenBy' | 'proposal' | 'baseline' | 'margin' | 'coin' | 'parts'
> & { readonly reason: string };

export type DoorOptions = Omit<DecideOptions, 'shadow'>;

/** One of the situations of a plan, with what is said of it alone. */
export interface PlannedSituation extends Omit<DoorOptions, 'group' | 'period'> {
  readonly context: Situation;
}

export interface Door {
  decide(context: Situation, options?: DoorOptions): Promise<DoorReceipt>;
  plan(
    situations: readonly PlannedSituation[],
    options: Omit<TogetherOptions, 'shadow'> & { readonly group: string },
  ): Promise<readonly DoorReceipt[]>;
  observe(id: string, reward: number | PartRewards): Promise<Outcome>;
  correct(id: string, reward: number | PartRewards): Promise<Outcome>;
  confirm(id: string, executed?: ExecutedShare): Promise<Outcome>;
  fellBack(id: string, why: GiveUp): Promise<Outcome>;
  cancel(id: string, why: GiveUp): Promise<Outcome>;
  closeGroup(): Promise<void>;
  /** Goes on with another definition as a new generation; ids of earlier decisions are of no use any more. */
  redefine(definition: PolicyDefinition): Promise<void>;
  /** What the policy shows as its safety budget now. */
  budget(site?: string): Promise<number>;
}

/** Opens a policy; the seed makes a run of the library repeatable, a service has its own. */
export type OpenDoor = (definition: PolicyDefinition, seed: number) => Promise<Door>;

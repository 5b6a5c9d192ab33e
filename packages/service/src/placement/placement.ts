/**
 * Where the one writer of a policy is: in this process, or in another member that shares the journal.
 *
 * Whoever is asked about a policy first finds out where it is; only there may it be decided, looked at
 * or erased. Safety never rests on the answer: each append checks in the journal that its writer still
 * holds the policy. A wrong answer, because the world moved on meanwhile, costs the caller a try.
 */

import type { MemberView } from '../wire.ts';

export type Place =
  | { readonly kind: 'here' }
  | {
      readonly kind: 'elsewhere';
      /** `http://10.0.0.2:8080`; null if that member takes no requests of others. */
      readonly address: string | null;
      /** By what name it is known there: somebody else may listen at the address by now. */
      readonly member?: string;
      /** Whether this member says to be there itself: then nothing that is sent there arrives at the other. */
      readonly isNamesake?: true;
    };

export interface FindOptions {
  /** Whether another member sent the request here: then a policy that nobody holds is taken, not sent on. */
  readonly isForwarded?: boolean;
}

export interface DoubtedAddress {
  readonly address: string;
  /** Whether it is this member that said to be there. */
  readonly isOwn: boolean;
}

export interface Placement {
  /** Where the policy is now; one that nobody holds is taken, if it is this member's share. */
  find(policy: string, options?: FindOptions): Promise<Place>;
  /** Whether it is here for certain, as far as can be said without asking. */
  holds(policy: string): boolean;
  /** Whether a name is this member's: what is sent to any other is none of its business. */
  isSelf(member: string): boolean;
  /** Tells where all members take requests, whenever this one has heard of them. */
  watch(listener: (addresses: ReadonlySet<string>) => void): void;
  /**
   * No member answers at an address: what nobody holds is left to others until it is trusted again. If it is this member's own, that
   * holds for what is asked for here, too, and what is held here is handed on.
   */
  doubt(address: string): void;
  trust(address: string): void;
  /** Addresses of members that are doubted. */
  doubted(): readonly DoubtedAddress[];
  /** Whether another member says to be where this one is, and is not what this one was before it was started again. */
  hasNamesake(): boolean;
  /** All members, by address. */
  members(): Promise<readonly MemberView[]>;
  /** How many policies this member holds, and of how many members it has heard. */
  counts(): { readonly held: number; readonly members: number };
  /** Tells the other members where this one takes requests. Until then it is sent none. */
  announce(address: string): Promise<void>;
  /** Hands over: takes no new policies, and lets go of those it has as their last turns end. */
  leave(): Promise<void>;
}

/** Where only one process can write, every policy is here. */
export const ALWAYS_HERE: Placement = {
  find: async () => ({ kind: 'here' }),
  holds: () => true,
  isSelf: () => true,
  watch: () => {},
  doubt: () => {},
  trust: () => {},
  doubted: () => [],
  hasNamesake: () => false,
  members: async () => [],
  counts: () => ({ held: 0, members: 0 }),
  announce: async () => {},
  leave: async () => {},
};

/**
 * What the decisions room is given from outside, and what it tells.
 */

import type { Clock } from '../../instruments/clock.ts';
import type { MemoryUse } from '../../instruments/memory-use.ts';
import type { Journal } from '../../journal/journal.ts';
import type { WireReason } from '../../wire.ts';

/** Time that only ever goes forward, for durations. */
export interface MonotonicClock {
  nowMs(): number;
}

/** Calls back later; returns what calls it off. */
export type Timer = (callback: () => void, delayMs: number) => () => void;

export interface ServiceLimits {
  /** Requests that may wait for one policy. */
  readonly waitingMax: number;
  /** How long the oldest of them may have waited when another comes. */
  readonly waitingMsMax: number;
  /** Requests that share one turn. */
  readonly batchMax: number;
  /** When a turn ends although more wait that could share it: others of the same thread have theirs, and requests are read. */
  readonly turnMsMax: number;
  /** Turns that may wait for the disk; more while they have fewer requests together than one may have, and the disk does not hang. */
  readonly underWayMax: number;
  /** Entries between two snapshots. */
  readonly snapshotEntries: number;
  /** Newest decisions of a policy that are held in memory; older ones are on the shelf. */
  readonly decisionsHeld: number;
  /** Most turns between two attempts to make a halted policy anew. */
  readonly rebuildTurnsMax: number;
  /** Policies that are in memory; beyond that, those asked least recently sleep. */
  readonly policiesAwake: number;
  /** The most policies that one API key may create; 0 for no limit. */
  readonly policiesPerKey: number;
  /** Entries that may be read again whenever a policy is woken; from so many on, it gets a snapshot first. */
  readonly wokenEntries: number;
  /** How long closing may go on writing snapshots. */
  readonly closingMs: number;
  /** Shortest time between two pieces of news for the watchers of a policy. */
  readonly newsMsMin: number;
  /** How long a policy must have been archived before it may be erased. */
  readonly eraseAfterDays: number;
  /** How often other replicas' work is looked for while somebody watches. */
  readonly pollMs: number;
}

export const DEFAULT_LIMITS: ServiceLimits = {
  waitingMax: 2_000,
  waitingMsMax: 2_000,
  batchMax: 512,
  turnMsMax: 40,
  underWayMax: 8,
  snapshotEntries: 5_000,
  decisionsHeld: 1_000,
  rebuildTurnsMax: 1_024,
  policiesAwake: 1_000,
  policiesPerKey: 10_000,
  wokenEntries: 16,
  closingMs: 7_000,
  newsMsMin: 200,
  eraseAfterDays: 30,
  pollMs: 1_000,
};

/** Something worth a line in the log or a number in the metrics. */
export type ServiceEvent =
  | {
      readonly kind: 'decision';
      readonly policy: string;
      readonly chosenBy: 'learner' | 'baseline';
      readonly reason: WireReason;
      readonly isReplay: boolean;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'outcome';
      readonly policy: string;
      readonly what: 'confirmed' | 'fell-back' | 'voided' | 'rewarded' | 'corrected';
      readonly outcome: 'recorded' | 'repeated';
    }
  | { readonly kind: 'halted'; readonly policy: string; readonly detail: string }
  | { readonly kind: 'failure'; readonly policy: string; readonly detail: string }
  | { readonly kind: 'snapshot'; readonly policy: string; readonly version: number }
  /** Closing had no time for so many snapshots; the policy is one of those that have none. */
  | { readonly kind: 'snapshots-left'; readonly policy: string; readonly count: number }
  | { readonly kind: 'snapshot-refused'; readonly policy: string; readonly detail: string };

export interface DecisionServiceOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly monotonic?: MonotonicClock;
  readonly timer?: Timer;
  /** Resolves when what has arrived by now has been read: the next round of the event loop. */
  readonly arrivals?: () => Promise<unknown>;
  /** Returns a whole number of at least 0 as decimal text, for the draws of a proposer. */
  readonly drawSeed?: () => string;
  readonly onEvent?: (event: ServiceEvent) => void;
  /** How full the memory of this thread is; the engine knows if absent. */
  readonly oldSpaceUse?: () => MemoryUse;
  readonly limits?: Partial<ServiceLimits>;
}

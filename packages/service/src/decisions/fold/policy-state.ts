/**
 * All that is known of one policy: what its entries add up to.
 *
 * The books and the model are inside the core; here is what the core does not know: generations,
 * modes, what became of decisions, counts for people. Only policy-fold.ts changes it.
 */
import type {
  EngineBranch,
  KernelEngine,
  Policy,
  PolicyDefinition,
  PolicyOptions,
  Receipt,
} from '@hedgerow/core';
import { type DecisionStanding, ISSUED, type OpenStanding } from '@hedgerow/core/lifecycle';
import type { DecisionName } from '../../journal/decision-id.ts';
import type { DefinedAt, ReserveGrant } from '../../journal/entry.ts';
import { EMPTY_HEAD } from '../../journal/entry-hash.ts';
import type { ShelfBatch } from '../../journal/journal.ts';
import type { Removal } from '../../journal/removal.ts';
import type { DecisionRequest, GrowthCount, Mode, PartsStanding } from '../../wire.ts';
import { type Flip, flipNone } from './coins.ts';
import { type ExpiryBook, emptyExpiry } from './expiry.ts';
import { emptyForecastBook, type ForecastBook } from './forecast-book.ts';
import { KnownKeys } from './known-keys.ts';
import { NameRoom } from './name-room.ts';
import { OpenDecisions } from './open-decisions.ts';
import { RecentMap } from './recent-map.ts';
import { emptyRegister, type SubjectRegister } from './subject-register.ts';

export interface Generation {
  /** As asked, with all that was added since; the core keeps it with the reserve that was granted. */
  readonly definition: PolicyDefinition;
  readonly reserve: ReserveGrant;
  readonly startedAt: string;
  readonly promise: Receipt['promise'];
  /** Where in the journal it is defined. */
  readonly definedAt: DefinedAt;
  /** How often the definition was added to, and when last; absent if never. */
  readonly growth?: GrowthCount;
  /** Once it is over: up to which decision rewards did not come in time; absent for none. */
  readonly expiredThrough?: number;
}

/** Why the state cannot be trusted. */
export interface Halt {
  readonly detail: string;
  /** `journal`: making it again gives the same; `core`: it may be well again after a new start. */
  readonly cause: 'journal' | 'core';
}

export interface KnownKey {
  readonly id: string;
  readonly fingerprint: string;
}

/** How a decision stands, and what of it has to be known when something is said about it. */
export interface DecisionFacts extends DecisionStanding {
  readonly site: string | null;
  readonly size: number | null;
  readonly parts: PartsStanding | null;
}

/** The facts of one that waits for its reward or its fate. */
export type OpenFacts = DecisionFacts & OpenStanding;

/** Most decisions: issued, without size, site or parts. */
export const PLAIN_ISSUED: OpenFacts = {
  ...ISSUED,
  state: 'issued',
  reward: null,
  site: null,
  size: null,
  parts: null,
};

/** A decision that has been planned with others, and waits for its entry. */
export interface PlannedDecision {
  /** Its place in the plan. */
  readonly index: number;
  readonly request: Omit<DecisionRequest, 'policy'>;
  /** Null where the core was not asked. */
  readonly receipt: Receipt | null;
}

/** Decisions of which the core was not asked, from the first to the last of a run. */
export type UnaskedRun = [from: number, to: number];

/** Counts of the present generation; plain data. */
export interface Tally {
  decisions: number;
  learner: number;
  baseline: number;
  rewards: number;
  corrections: number;
  fellBack: number;
  voided: number;
  rewardTotal: number;
  /** Decisions that named a site; absent for none. */
  sited?: number;
  /** Decisions whose reward did not come in time; absent for none. */
  expired?: number;
  /** The baseline of all decisions where it is not the definition's; null where they had different ones. */
  usual?: string | null;
  readonly reasons: Record<string, number>;
}

/** Where decisions are that the core need not hold. */
export interface TicketShelf {
  /** Takes back what is said something of; undefined if nothing has to be fetched. */
  bring(state: PolicyState, names: readonly DecisionName[]): Promise<void> | undefined;
  /** Whether it is worth the while to hand something out. */
  isDue(state: PolicyState): boolean;
  /**
   * Hands out what the core need not hold, if it is worth the while; all of it for a snapshot, and to compare one
   * all that can be. Returns whether there was anything.
   */
  handOut(state: PolicyState, occasion: 'turn' | 'snapshot' | 'comparison'): boolean;
  /** These need not be kept any more, by their numbers inside the core. */
  forget(sequences: readonly number[]): void;
  /** Resolves when all that was handed out so far is stored; it waits for what that rests on. */
  store(durable: Promise<unknown>): Promise<void>;
  /** What was handed out and is not on its way yet: somebody else stores it, and the state is made again afterwards. */
  takeBatches(): readonly ShelfBatch[];
}

/** For states that hold all there is. */
export const NO_SHELF: TicketShelf = {
  bring: () => undefined,
  isDue: () => false,
  handOut: () => false,
  forget: () => {},
  store: async () => {},
  takeBatches: () => [],
};

export interface PolicyState {
  readonly policy: string;
  readonly shelf: TicketShelf;
  /** Memory and code of its cores, on those of all policies; given back when the state is dropped. */
  readonly engine: EngineBranch;
  /** Draws the coin of a new decision. */
  readonly flip: Flip;
  /** The coin of the decision that is being made; no other moment has one. */
  coin: (coreSequence: number) => number;
  /** While an entry is made again: what it says was accepted when it was written. */
  isMadeAgain: boolean;
  /** Number of entries taken in, and the hash of the last. */
  version: number;
  hash: string;
  /** Number of entries accounted for: those taken in, and those of this turn that have yet to be stored. */
  accountedCount: number;
  /** Oldest first; the last is the present one. None before the policy exists. */
  generations: Generation[];
  mode: Mode;
  /** Since when it takes no more decisions; null while it does. */
  archivedAt: string | null;
  /** What is left of an erased policy of this name, if that is why there is none; null otherwise. */
  removal: Removal | null;
  /** Whether it was created as a demonstration. */
  isDemonstration: boolean;
  /** What is decided about again and again; of the policy, whatever its generation. */
  subjects: SubjectRegister;
  /** Null before the policy exists, and while it is halted. */
  core: Policy | null;
  halt: Halt | null;
  /** Of the newest decision of the present generation. */
  sequence: number;
  unasked: UnaskedRun[];
  /** Decisions of the present generation that wait for their reward or their fate. */
  open: OpenDecisions;
  /** The rest of the plan whose entries are being written; in their order. */
  planned: PlannedDecision[];
  /** The group that was decided in last, and the one that was closed last. */
  openGroup: string | null;
  closedGroup: string | null;
  tally: Tally;
  /** How old decisions of the present generation are, where rewards are waited for only so long. */
  expiry: ExpiryBook;
  /** What forecasts of the present generation said, beside what came. */
  forecasts: ForecastBook;
  /** Smallest budget that was left after any decision of the present generation. */
  tightest: { readonly sequence: number; readonly margin: number } | null;
  lastDecisionAt: string | null;
  /** Decisions that were spoken of lately, by id; older ones are in the journal's table. */
  readonly recent: RecentMap<DecisionFacts>;
  /** Idempotency keys; what was decided under older ones is in the journal's table. */
  readonly keys: KnownKeys;
}

/** More than can ever be under way, so that what is not here is in the journal's table. */
const RECENT_MAX = 20_000;
/** Of what is stored; so many are told of again, mostly, and all of a busy policy's would be ten megabytes. */
const RECENT_STORED = 2000;

/** Lets go of what the journal's table can tell, when entries are stored up to a version; the newest stay. */
export function forgetStored(state: PolicyState, version: number): void {
  // Each entry that is not stored has set no more than one of each.
  const count = RECENT_STORED + Math.max(0, state.accountedCount - version);
  state.recent.keep(count);
  state.keys.keep(count);
  state.open.keep(count);
}

export function emptyState(
  policy: string,
  engine: KernelEngine,
  flip: Flip = flipNone,
  shelf: TicketShelf = NO_SHELF,
  names: NameRoom = new NameRoom(),
): PolicyState {
  return {
    policy,
    shelf,
    engine: engine.branch(),
    flip,
    coin: noCoin,
    isMadeAgain: false,
    ...EMPTY_HEAD,
    accountedCount: 0,
    generations: [],
    mode: 'live',
    archivedAt: null,
    removal: null,
    isDemonstration: false,
    subjects: emptyRegister(),
    core: null,
    halt: null,
    sequence: 0,
    unasked: [],
    open: new OpenDecisions(),
    planned: [],
    openGroup: null,
    closedGroup: null,
    tally: emptyTally(),
    expiry: emptyExpiry(),
    forecasts: emptyForecastBook(),
    tightest: null,
    lastDecisionAt: null,
    recent: new RecentMap(RECENT_MAX),
    keys: new KnownKeys(RECENT_MAX, names),
  };
}

/** What every core of the policy is made with. */
export function coreOptions(state: PolicyState): PolicyOptions {
  return {
    engine: state.engine,
    coin: (sequence) => state.coin(sequence),
    wasAccepted: () => state.isMadeAgain,
  };
}

/** Between decisions there is none: a preview that asked for it would be a fault. */
export function noCoin(): never {
  throw new Error('Only a decision may flip the coin.');
}

export function emptyTally(): Tally {
  return {
    decisions: 0,
    learner: 0,
    baseline: 0,
    rewards: 0,
    corrections: 0,
    fellBack: 0,
    voided: 0,
    rewardTotal: 0,
    reasons: {},
  };
}

/** Number of the present generation, counted from 1; 0 before the policy exists. */
export function generationOf(state: PolicyState): number {
  return state.generations.length;
}

/** Returns the present definition; the policy must exist. */
export function definitionOf(state: PolicyState): PolicyDefinition {
  return state.generations.at(-1)!.definition;
}

/** Returns a decision's id inside the core; null if the core was not asked about it. */
export function coreIdOf(state: PolicyState, sequence: number): string | null {
  let unaskedCount = 0;
  for (const [from, to] of state.unasked) {
    if (sequence < from) break;
    if (sequence <= to) return null;
    unaskedCount += to - from + 1;
  }
  return `d${sequence - unaskedCount}`;
}

/** Whether the reward of a decision did not come in time, if it has none. */
export function isExpired(state: PolicyState, { generation, sequence }: DecisionName): boolean {
  const isPresent = generation === generationOf(state);
  const { expiredThrough = 0 } = state.generations[generation - 1]!;
  return sequence <= (isPresent ? state.expiry.through : expiredThrough);
}

export function keyName(scope: string, text: string): string {
  // The length keeps the two apart: no two pairs have the same name.
  return `${scope.length} ${scope}${text}`;
}

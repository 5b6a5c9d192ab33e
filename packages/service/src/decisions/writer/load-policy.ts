/**
 * Makes a policy's state again: from the newest snapshot that fits the chain and the entries after
 * it; if that does not work out, from the one before; at last from the first entry, with a shelf that is
 * filled anew.
 */
import type { KernelEngine } from '@hedgerow/core';
import type { Pauses } from '../../instruments/steps.ts';
import type { Head, Journal, Snapshot, StoredEntry } from '../../journal/journal.ts';
import type { PolicyLine } from '../../journal/standing.ts';
import { isOfForgetting } from '../../journal/tombstone.ts';
import type { Flip } from '../fold/coins.ts';
import type { NameRoom } from '../fold/name-room.ts';
import { emptyState, type PolicyState } from '../fold/policy-state.ts';
import { ShelfGap } from '../fold/shelf-gap.ts';
import { readSnapshot } from '../fold/snapshot-text.ts';
import type { Makings } from './makings.ts';
import { Shelf } from './shelf.ts';
import { takeInEntries } from './take-in-entries.ts';

export interface LoadOptions {
  readonly journal: Journal;
  readonly policy: string;
  readonly engine: KernelEngine;
  /** Draws the coins of new decisions; those of entries stand in them. */
  readonly flip: Flip;
  /** Newest decisions that the core holds. */
  readonly decisionsHeld: number;
  /** What names of keys are kept in; a room of its own if absent. */
  readonly names?: NameRoom | undefined;
  /** Whether snapshots and shelf are not to be trusted. */
  readonly isFromEntries?: boolean;
  /** In which others have their turn while entries are made again. */
  readonly pauses: Pauses;
  /** Others that are made at the same time. */
  readonly makings: Makings;
  /** Told why a snapshot is left aside. */
  readonly onRefused: (detail: string) => void;
}

export interface LoadedPolicy {
  readonly state: PolicyState;
  /** Version of the newest good snapshot; 0 if there is none. */
  readonly snapshotVersion: number;
  /** What the journal's line of the policy said just before; null if there was none. */
  readonly line: PolicyLine | null;
}

/** Entries that are read at a time. */
const PAGE_ENTRIES = 256;

/** Times that a load begins anew because something was forgotten meanwhile. */
const LOADS_MAX = 5;

export async function loadPolicy(options: LoadOptions): Promise<LoadedPolicy> {
  for (let load = 1; load < LOADS_MAX; load++) {
    try {
      return await loadOnce(options, gapIn);
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      options.onRefused(error.message);
    }
  }
  return await loadOnce(options, (error) =>
    error instanceof Outdated ? error.message : gapIn(error),
  );
}

/** Says why a snapshot does not lead on; throws what is no fault of it. */
type FaultIn = (error: unknown) => string;

/** Another member forgot something after snapshots were read: they still have it, and so would the state. */
class Outdated extends Error {}

async function loadOnce(options: LoadOptions, faultIn: FaultIn): Promise<LoadedPolicy> {
  const { journal, policy, engine, flip, names, isFromEntries = false } = options;
  const line = await journal.readLine(policy);
  const stored = await journal.readSnapshots(policy);
  // Where something was forgotten nothing can be made from the entries before the pinned one.
  const snapshots = isFromEntries ? stored.filter(({ isPinned }) => isPinned === true) : stored;
  if (isFromEntries) await journal.dropShelf(policy);
  for (const [index, snapshot] of snapshots.entries()) {
    // What led the newer ones astray may be on the shelf.
    if (snapshot.isPinned === true && index > 0) await journal.dropShelf(policy);
    const state = await fromSnapshot(options, snapshot, faultIn);
    if (state !== null) return { state, snapshotVersion: snapshot.version, line };
  }
  // What is on the shelf may be as wrong as what the snapshots led to.
  if (snapshots.length > 0) await journal.dropShelf(policy);
  const state = emptyState(policy, engine, flip, new Shelf(options), names);
  await takeInRest(options, state);
  if (state.version === 0) state.removal = await journal.findRemoval(policy);
  return { state, snapshotVersion: 0, line };
}

/** Returns null, having told why, if the snapshot leads nowhere. */
async function fromSnapshot(
  options: LoadOptions,
  snapshot: Snapshot,
  faultIn: FaultIn,
): Promise<PolicyState | null> {
  const { journal, engine, flip, names, onRefused } = options;
  const { version } = snapshot;
  const [last] = await journal.read(snapshot.policy, version - 1, 1);
  let state: PolicyState;
  try {
    requireSame(last, snapshot);
    state = readSnapshot(snapshot, { engine, flip, shelf: new Shelf(options), names });
  } catch (error) {
    onRefused(`Snapshot ${version} was left aside: ${String(error)}`);
    return null;
  }
  const fault = await takeInRest(options, state, snapshot).then(() => state.halt?.detail, faultIn);
  if (fault === undefined) return state;
  onRefused(`Snapshot ${version} did not lead on: ${fault}`);
  state.engine.dispose();
  return null;
}

function gapIn(error: unknown): string {
  if (error instanceof ShelfGap) return error.message;
  throw error;
}

function requireSame(entry: StoredEntry | undefined, { version, hash }: Snapshot): void {
  if (entry?.position === version && entry.hash === hash) return;
  throw new Error('the entry it ends with is not in the chain');
}

async function takeInRest(
  { journal, pauses, makings }: Pick<LoadOptions, 'journal' | 'pauses' | 'makings'>,
  state: PolicyState,
  basis: Snapshot | null = null,
): Promise<void> {
  const { policy, shelf } = state;
  const head: Head | null = await journal.head(policy);
  if (shelf instanceof Shelf) shelf.anchor = head;
  await makings.make(async (giveWay) => {
    for (let isMore = true; isMore; ) {
      await giveWay((head?.version ?? 0) - state.version);
      const page = await journal.read(policy, state.version, PAGE_ENTRIES);
      if (basis !== null) requireCurrent(basis, page);
      await takeInEntries(state, page, pauses);
      await shelf.store(Promise.resolve());
      isMore = page.length === PAGE_ENTRIES;
    }
  });
  if (shelf instanceof Shelf) shelf.anchor = null;
}

/** What leads on from a forgetting is its own checkpoint, and no other snapshot. */
function requireCurrent({ version, isPinned }: Snapshot, page: readonly StoredEntry[]): void {
  const later = page.find(
    ({ position, text }) =>
      !(isPinned === true && position === version + 1) && isOfForgetting(text),
  );
  if (later === undefined) return;
  throw new Outdated(`Entry ${later.position} was written when something was forgotten.`);
}

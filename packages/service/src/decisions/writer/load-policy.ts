/**
 * Makes a policy's state again: from the newest snapshot that fits the chain and the entries after
 * it; if that does not work out, from the one before; at last from the first entry.
 */
import type { KernelEngine } from '@hedgerow/core';
import type { Journal, Snapshot } from '../../journal/journal.ts';
import type { PolicyLine } from '../../journal/standing.ts';
import type { Flip } from '../fold/coins.ts';
import { applyEntry } from '../fold/policy-fold.ts';
import { emptyState, type PolicyState } from '../fold/policy-state.ts';
import { readSnapshot } from '../fold/snapshot-text.ts';

export interface LoadOptions {
  readonly journal: Journal;
  readonly policy: string;
  readonly engine: KernelEngine;
  /** Draws the coins of new decisions; those of entries stand in them. */
  readonly flip: Flip;
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

/** Entries that are read and taken in at a time; in between, others may work. */
const PAGE_ENTRIES = 256;

export async function loadPolicy(options: LoadOptions): Promise<LoadedPolicy> {
  const { journal, policy, engine, flip, onRefused } = options;
  const line = await journal.readLine(policy);
  for (const snapshot of await journal.readSnapshots(policy)) {
    const state = await fromSnapshot(options, snapshot);
    if (state === null) continue;
    await takeInRest(journal, state);
    if (state.halt === null) return { state, snapshotVersion: snapshot.version, line };
    onRefused(`Snapshot ${snapshot.version} did not lead on: ${state.halt.detail}`);
    state.engine.dispose();
  }
  const state = emptyState(policy, engine, flip);
  await takeInRest(journal, state);
  if (state.version === 0) state.removal = await journal.findRemoval(policy);
  return { state, snapshotVersion: 0, line };
}

async function fromSnapshot(
  { journal, policy, engine, flip, onRefused }: LoadOptions,
  snapshot: Snapshot,
): Promise<PolicyState | null> {
  const [last] = await journal.read(policy, snapshot.version - 1, 1);
  try {
    if (last?.position !== snapshot.version || last.hash !== snapshot.hash) {
      throw new Error('the entry it ends with is not in the chain');
    }
    return readSnapshot(snapshot, { engine, flip });
  } catch (error) {
    onRefused(`Snapshot ${snapshot.version} was left aside: ${String(error)}`);
    return null;
  }
}

async function takeInRest(journal: Journal, state: PolicyState): Promise<void> {
  for (;;) {
    const page = await journal.read(state.policy, state.version, PAGE_ENTRIES);
    for (const entry of page) applyEntry(state, entry);
    if (page.length < PAGE_ENTRIES) return;
  }
}

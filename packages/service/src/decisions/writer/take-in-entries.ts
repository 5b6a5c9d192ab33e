/**
 * Takes in entries that are stored, a page at a time: what they tell of is brought back from the shelf before, and
 * what the core need not hold afterwards goes there. Making many again takes long, so others have their turn in between.
 */
import { finishWithPauses, type Pauses, type Steps } from '../../instruments/steps.ts';
import { type DecisionName, parseDecisionId } from '../../journal/decision-id.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { StoredEntry } from '../../journal/journal.ts';
import { applyInSteps } from '../fold/policy-fold.ts';
import { coreIdOf, forgetStored, generationOf, type PolicyState } from '../fold/policy-state.ts';
import { ShelfGap } from '../fold/shelf-gap.ts';

/** Rejects with a ShelfGap where a decision that the core knew cannot be found any more. */
export async function takeInEntries(
  state: PolicyState,
  entries: readonly StoredEntry[],
  pauses: Pauses,
): Promise<void> {
  await bringAll(state, entries.flatMap(learntOf));
  await finishWithPauses(applyAll(state, entries), pauses);
  forgetStored(state, state.version);
  state.shelf.handOut(state, 'turn');
}

function* applyAll(state: PolicyState, entries: readonly StoredEntry[]): Steps<void> {
  for (const entry of entries) {
    yield* applyInSteps(state, entry);
    yield;
  }
}

/** Brings back decisions that the core knew; rejects with a ShelfGap where one cannot be found or read. */
export async function bringAll(state: PolicyState, names: readonly DecisionName[]): Promise<void> {
  await state.shelf.bring(state, names);
  const lost = names.find((name) => isLost(state, name));
  if (lost !== undefined) throw new ShelfGap(`Decision ${lost.sequence} is not on the shelf.`);
}

/** The decision that an entry told the core of. */
export function learntOf({ text }: StoredEntry): DecisionName[] {
  // Most entries are decisions, and long.
  if (!text.includes('"isLearnt":true')) return [];
  try {
    const body = readEntryText(text);
    const name = 'decision' in body && body.isLearnt ? parseDecisionId(body.decision) : null;
    return name === null ? [] : [name];
  } catch {
    // What cannot be read is found out when it is taken in.
    return [];
  }
}

function isLost(state: PolicyState, { generation, sequence }: DecisionName): boolean {
  const { core } = state;
  if (core === null || generation !== generationOf(state) || sequence > state.sequence)
    return false;
  const id = coreIdOf(state, sequence);
  return id !== null && !core.holds(id);
}

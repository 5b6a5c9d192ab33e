/**
 * A journal of one policy with two secrets, and what it takes to forget them.
 */
import { REQUEST_KEYS } from '../entry.ts';
import type { Forgetting, Journal, ShelfBatch, StoredEntry } from '../journal.ts';
import type { RetentionRule } from '../segments/retention.ts';
import { tombstoneOf } from '../tombstone.ts';
import {
  appendAll,
  created,
  decided,
  entry,
  keepSnapshot,
  rewarded,
  STANDING,
} from './sample-entries.ts';

const RULE: RetentionRule = { rawEntries: 70, rawSince: null };
export const OLD = 'maize.1.3';
export const NEW = 'maize.1.600';

/** 601 entries with two secrets, one that moves to a segment and one that stays in the table. */
export async function fill(journal: Journal): Promise<readonly StoredEntry[]> {
  const entries = Array.from({ length: 600 }, (_, index) =>
    decided({
      sequence: index + 1,
      key: `key ${index + 1}`,
      ...(index === 599 && { keyScope: REQUEST_KEYS }),
      note: `secret ${index + 1}`,
    }),
  );
  const stored = await appendAll(journal, 'maize', [created(), ...entries, rewarded(OLD, 1)]);
  for (const { position, hash } of [stored[589]!, stored[595]!]) {
    const snapshot = { policy: 'maize', version: position, hash, generation: 1, body: 'secret 3' };
    await keepSnapshot(journal, snapshot);
  }
  await journal.writeShelf(shelfOf(stored[589]!, [3, 5]));
  await journal.retention.compact('maize', RULE);
  return stored;
}

export function shelfOf({ position, hash }: StoredEntry, numbers: readonly number[]): ShelfBatch {
  const anchor = { version: position, hash };
  const rows = numbers.map((first) => ({ first, last: first, text: `secret ${first}` }));
  return {
    policy: 'maize',
    generation: 1,
    version: position,
    anchor,
    rows,
    forgotten: [],
  };
}

export function forgettingOf(stored: readonly StoredEntry[]): Forgetting {
  const names = { decisions: new Set([OLD, NEW]), subject: null };
  const { position: version, hash } = stored.at(-1)!;
  return {
    tombstones: stored.flatMap((one) => tombstoneOf(one, names) ?? []),
    decisions: [3, 600].map((sequence) => ({ policy: 'maize', generation: 1, sequence })),
    keys: [{ policy: 'maize', generation: 1, sequence: 7 }],
    checkpoint: { policy: 'maize', version, hash, generation: 1, body: 'clean' },
    shelf: [shelfOf(stored.at(-1)!, [7])],
    shelved: [3, 600],
  };
}

/** Forgets both; resolves with the entry that tells of it. */
export async function forget(
  journal: Journal,
  stored: readonly StoredEntry[],
): Promise<readonly StoredEntry[]> {
  const turn = await journal.beginTurn('maize', stored.length);
  const told = entry({ kind: 'mode-changed', mode: 'live', reason: 'stands for the telling' });
  return await turn.forget([told], STANDING, forgettingOf(stored));
}

/**
 * Tombstones must be the ones that were told of: each entry that tells of a forgetting has the hash of every one.
 *
 * Who forgets more of an entry later tells of it anew, so of several the last counts.
 */
import type { EntryBody } from '../../journal/entry.ts';
import type { StoredEntry } from '../../journal/journal.ts';
import { hashInTombstone, tombstoneDigest } from '../../journal/tombstone.ts';
import type { VerifyProblem } from './verify-journal.ts';

export class TombstoneCheck {
  readonly #found = new Map<number, string>();
  readonly #told = new Map<number, string>();

  note({ position, text }: StoredEntry, body: EntryBody): void {
    if (hashInTombstone(text) !== null) this.#found.set(position, tombstoneDigest(text));
    if (body.kind !== 'forgotten') return;
    for (const [replaced, digest] of body.tombstones) this.#told.set(replaced, digest);
  }

  problem(): VerifyProblem | null {
    for (const [position, digest] of this.#found) {
      if (this.#told.get(position) === digest) continue;
      const what =
        'What it said was deleted, but no entry tells of that, or tells of another text.';
      return { position, what };
    }
    const kept = [...this.#told.keys()].find((position) => !this.#found.has(position));
    if (kept === undefined) return null;
    return {
      position: kept,
      what: 'An entry tells that what it said was deleted, but it is there.',
    };
  }
}

/**
 * The chain: each entry's hash covers its content, its place and the hash of the entry before.
 *
 *     hash = SHA-256( JSON of [policy, position, time, previousHash], a line break, text )
 *
 * JSON has no raw line break, so the first one ends the heading: no two different entries are
 * hashed as the same bytes. Whoever changes, moves, leaves out or adds an entry has to change
 * every hash after it, and the last hash stands in snapshots and in whatever was sent outside. A tombstone has the hash
 * that its entry had (tombstone.ts); what proves it is another entry.
 */
import { hash as hashAtOnce } from 'node:crypto';
import { writeEntryText } from './entry-text.ts';
import type { Head, NewEntry, StoredEntry } from './journal.ts';
import { hashInTombstone } from './tombstone.ts';

export const NO_HASH: string = '0'.repeat(64);

/** The head of a chain that has no entries. */
export const EMPTY_HEAD: Head = { version: 0, hash: NO_HASH };

export function hashEntry(entry: Omit<StoredEntry, 'hash'>): string {
  const kept = hashInTombstone(entry.text);
  if (kept !== null) return kept;
  const heading = JSON.stringify([entry.policy, entry.position, entry.time, entry.previousHash]);
  return hashAtOnce('sha256', `${heading}\n${entry.text}`);
}

/** Returns the entries with their text, place and hash, as they follow after the head. */
export function sealEntries(
  policy: string,
  head: Head,
  newEntries: readonly NewEntry[],
): StoredEntry[] {
  const sealed: StoredEntry[] = [];
  let { version: position, hash: previousHash } = head;
  for (const { time, body, text = writeEntryText(body) } of newEntries) {
    position += 1;
    const hash = hashEntry({ policy, position, time, text, previousHash });
    sealed.push({ policy, position, time, text, previousHash, hash });
    previousHash = hash;
  }
  return sealed;
}

/** Returns the head after the entries. */
export function headAfter(head: Head, entries: readonly StoredEntry[]): Head {
  const last = entries.at(-1);
  return last === undefined ? head : { version: last.position, hash: last.hash };
}

/**
 * Returns the first position at which the entries do not follow from the head before them or do not
 * fit their own hash; null if all is whole.
 */
export function checkChain(previous: Head, entries: readonly StoredEntry[]): number | null {
  let { version, hash } = previous;
  for (const entry of entries) {
    version += 1;
    const follows = entry.position === version && entry.previousHash === hash;
    if (!follows || hashEntry(entry) !== entry.hash) return version;
    hash = entry.hash;
  }
  return null;
}

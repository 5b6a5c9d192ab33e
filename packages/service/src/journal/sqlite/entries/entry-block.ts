/**
 * A block: entries of one chain that were committed together, as one row of the table of entries.
 *
 *     position, hash    of its last entry
 *     first_position    of its first
 *     previous_hash     of the entry before
 *     body              its entries as lines of text, compressed
 *
 * A row with one entry has the entry's text for a body, as all rows of earlier versions have. A block is opened by making its
 * hashes again, which must lead to its own. Where they do not, nobody knows which of its entries is damaged: each is given
 * without its text, so that none fits, and whoever checks the chain stops at the first.
 */
import type { SQLInputValue } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { headAfter } from '../../entry-hash.ts';
import type { Head, StoredEntry } from '../../journal.ts';
import { entriesIn, lineOf } from '../../segments/entry-lines.ts';
import { type EntryLine, entryFromLine } from '../../tables.ts';

/** A row of the table of entries. */
export interface BlockLine extends Omit<EntryLine, 'body'> {
  body: string | Uint8Array;
  /** Null in rows of earlier versions, which hold one entry. */
  first_position: number | null;
}

/** Level 3, the usual one, gains nothing that is worth its time. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 2 } };
/** Of text that is not read from an entry. */
const NO_TEXT = '';

type Written = Pick<StoredEntry, 'time' | 'text'>;

/** Returns what the row of a block has for a body. */
export function blockBody(entries: readonly Written[]): string | Uint8Array {
  if (entries.length === 1) return entries[0]!.text;
  return zstdCompressSync(entries.map(lineOf).join(''), COMPRESSION);
}

/** Returns the values of a row: policy, position, time, body, previous hash, hash and first position. */
export function blockValues(
  policy: string,
  before: Head,
  entries: readonly (Written & Pick<StoredEntry, 'hash'>)[],
): SQLInputValue[] {
  const { time, hash } = entries.at(-1)!;
  const position = before.version + entries.length;
  return [policy, position, time, blockBody(entries), before.hash, hash, before.version + 1];
}

export function firstPosition({ first_position, position }: BlockLine): number {
  return Number(first_position ?? position);
}

/** Returns the entries of a row; without their text where they are not those of the chain. */
export function openBlock(line: BlockLine): StoredEntry[] {
  const { body } = line;
  if (typeof body === 'string') return [entryFromLine({ ...line, body })];
  const { policy, previous_hash, hash } = line;
  const before = { version: firstPosition(line) - 1, hash: previous_hash };
  try {
    const entries = entriesIn(zstdDecompressSync(body), policy, before);
    const end = headAfter(before, entries);
    if (end.version === Number(line.position) && end.hash === hash) return entries;
  } catch {
    // As with hashes that lead elsewhere.
  }
  return damagedEntries(line);
}

function damagedEntries(line: BlockLine): StoredEntry[] {
  const first = firstPosition(line);
  return Array.from({ length: Number(line.position) - first + 1 }, (_, index) => ({
    ...entryFromLine({ ...line, body: NO_TEXT }),
    position: first + index,
  }));
}

/** Whether an entry was opened that is not the chain's. */
export function isDamaged({ text }: StoredEntry): boolean {
  return text === NO_TEXT;
}

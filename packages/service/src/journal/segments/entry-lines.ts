/**
 * Entries as lines of text: the time, and the body exactly as it was hashed. Places and hashes are left out, because they follow
 * from the hash before the first line; so nothing is read without making its part of the chain again.
 *
 *     {"time":"2026-03-01T12:00:00.000Z","body":{"kind":"rewarded", …}}
 */
import { hashEntry } from '../entry-hash.ts';
import type { Head, StoredEntry } from '../journal.ts';

export function lineOf({ time, text }: Pick<StoredEntry, 'time' | 'text'>): string {
  return `{"time":${JSON.stringify(time)},"body":${text}}\n`;
}

const LINE_START = /^\{"time":("(?:[^"\\]|\\.)*"),"body":/;

/** Returns the entries that lines tell of, as they follow after the head; throws where a line is none. */
export function entriesIn(text: Buffer, policy: string, head: Head): StoredEntry[] {
  const entries: StoredEntry[] = [];
  let { version: position, hash: previousHash } = head;
  const lines = text.toString('utf8').split('\n');
  // The last line ends with a break, too.
  lines.pop();
  for (const line of lines) {
    position += 1;
    const entry = { policy, position, previousHash, ...readLine(line) };
    const hash = hashEntry(entry);
    entries.push({ ...entry, hash });
    previousHash = hash;
  }
  return entries;
}

function readLine(line: string): Pick<StoredEntry, 'time' | 'text'> {
  const start = LINE_START.exec(line);
  if (start === null) throw new Error('a line is not that of an entry');
  return { time: JSON.parse(start[1]!) as string, text: line.slice(start[0].length, -1) };
}

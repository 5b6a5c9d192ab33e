/**
 * The table of entries, whose rows are blocks: all that is read from it and changed in it goes through here.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type Head, JournalFailure, type StoredEntry } from '../../journal.ts';
import type { Tombstone } from '../../tombstone.ts';
import { type BlockLine, blockBody, firstPosition, isDamaged, openBlock } from './entry-block.ts';

export class EntryTable {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync) {
    this.#statements = prepareStatements(database);
  }

  /** At most `limit` entries after a position, oldest first. */
  after(policy: string, position: number, limit: number): StoredEntry[] {
    const entries: StoredEntry[] = [];
    for (const line of this.#statements.after.iterate(policy, position)) {
      const block = openBlock(line as unknown as BlockLine);
      for (const entry of block) if (entry.position > position) entries.push(entry);
      if (entries.length >= limit) break;
    }
    return entries.length > limit ? entries.slice(0, limit) : entries;
  }

  /** The entry at a position; null if it is not in the table. Throws where it cannot be had as it was. */
  at(policy: string, position: number): StoredEntry | null {
    const line = this.#blockAt(policy, position);
    const entry = line && openBlock(line).find((one) => one.position === position);
    if (!entry) return null;
    if (isDamaged(entry)) throw damaged(policy, line!);
    return entry;
  }

  /** Whether the chain has an entry with this hash there, in the table. */
  has(policy: string, { version, hash }: Head): boolean {
    const line = this.#blockAt(policy, version);
    if (line === null) return false;
    if (Number(line.position) === version) return line.hash === hash;
    return openBlock(line).some((one) => one.position === version && one.hash === hash);
  }

  /** Positions at which rows of earlier versions speak of a decision. */
  spokenOf(policy: string, id: string): number[] {
    return this.#statements.spokenOf.all(policy, id).map(({ position }) => Number(position));
  }

  /** Puts tombstones in the place of entries; returns those whose entry is not in the table. */
  replace(policy: string, tombstones: readonly Tombstone[]): Tombstone[] {
    const missing: Tombstone[] = [];
    const left = tombstones.toSorted((a, b) => a.position - b.position);
    while (left.length > 0) {
      const line = this.#blockAt(policy, left[0]!.position);
      if (line === null) {
        missing.push(left.shift()!);
        continue;
      }
      const end = left.findIndex(({ position }) => position > Number(line.position));
      missing.push(...this.#replaceIn(line, left.splice(0, end < 0 ? left.length : end)));
    }
    return missing;
  }

  #replaceIn(line: BlockLine, tombstones: readonly Tombstone[]): Tombstone[] {
    const { policy, position } = line;
    const entries = new Map(openBlock(line).map((entry) => [entry.position, entry]));
    const missing: Tombstone[] = [];
    for (const tombstone of tombstones) {
      const entry = entries.get(tombstone.position)!;
      if (isDamaged(entry)) throw damaged(policy, line);
      if (entry.hash !== tombstone.hash) missing.push(tombstone);
      else entries.set(entry.position, { ...entry, text: tombstone.text });
    }
    this.#statements.replace.run(blockBody([...entries.values()]), policy, position);
    return missing;
  }

  #blockAt(policy: string, position: number): BlockLine | null {
    const line = this.#statements.at.get(policy, position) as BlockLine | undefined;
    return line !== undefined && firstPosition(line) <= position ? line : null;
  }
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    after: prepare('select * from entry where policy = ? and position > ? order by position'),
    at: prepare('select * from entry where policy = ? and position >= ? order by position limit 1'),
    spokenOf: prepare('select position from entry where policy = ? and subject = ?'),
    replace: prepare('update entry set body = ? where policy = ? and position = ?'),
  };
}

function damaged(policy: string, line: BlockLine): JournalFailure {
  return new JournalFailure(
    'broken',
    `Entries ${firstPosition(line)} to ${line.position} of ${policy} must lead to the hash that is stored with them, but ` +
      `they do not. Run "hedgerow verify", and restore a backup.`,
  );
}

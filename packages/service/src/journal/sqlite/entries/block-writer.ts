/**
 * Blocks in the making: what turns of one policy append within one transaction goes into one row, unless it is long.
 *
 * Nothing is written before a block is full or somebody says so, which must be before anything else looks at entries and
 * before the transaction ends.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Head } from '../../journal.ts';
import type { PackedBatch, PackedEntry } from '../writing/packed-batch.ts';
import { blockValues } from './entry-block.ts';

interface Block {
  readonly before: Head;
  readonly entries: { readonly time: string; readonly text: string; readonly hash: string }[];
  length: number;
}

/** Whoever reads one entry opens all of its block, so none is long. */
const BLOCK_ENTRIES_MAX = 256;
const BLOCK_LENGTH_MAX = 1 << 18;

export class BlockWriter {
  readonly #insert: StatementSync;
  readonly #open = new Map<string, Block>();

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(
      `insert into entry (policy, position, time, body, previous_hash, hash, first_position)
       values (?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** Takes all entries of a batch, or none where one of them is no text. */
  add({ policy, head, entries }: PackedBatch): void {
    requireTexts(entries);
    let before = head;
    for (const [time, text, hash] of entries) {
      const block = this.#blockFor(policy, before, text);
      block.entries.push({ time, text, hash });
      block.length += text.length;
      before = { version: before.version + 1, hash };
    }
  }

  /** Writes all that was added. */
  flush(): void {
    for (const policy of this.#open.keys()) this.#write(policy);
  }

  #blockFor(policy: string, before: Head, text: string): Block {
    const open = this.#open.get(policy);
    const isFull =
      open !== undefined &&
      (open.entries.length >= BLOCK_ENTRIES_MAX ||
        open.length + text.length > BLOCK_LENGTH_MAX ||
        isForItself(text) ||
        isForItself(open.entries[0]!.text));
    if (open !== undefined && !isFull) return open;
    this.#write(policy);
    const block: Block = { before, entries: [], length: 0 };
    this.#open.set(policy, block);
    return block;
  }

  #write(policy: string): void {
    const block = this.#open.get(policy);
    this.#open.delete(policy);
    if (block !== undefined) this.#insert.run(...blockValues(policy, block.before, block.entries));
  }
}

/** JSON has no raw line break; a text that has one is no line. */
function isForItself(text: string): boolean {
  return text.includes('\n');
}

function requireTexts(entries: readonly PackedEntry[]): void {
  const isText = entries.every((entry) => entry.every((value) => typeof value === 'string'));
  if (!isText) throw new TypeError('an entry is not text');
}

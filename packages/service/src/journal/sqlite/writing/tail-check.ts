/**
 * A look at the ends of all chains, after the disk has failed: does the last stretch follow from
 * itself, and does it end where the head says?
 */
import type { DatabaseSync } from 'node:sqlite';
import { checkChain, headAfter } from '../../entry-hash.ts';
import { type Head, JournalFailure } from '../../journal.ts';
import { TAIL_ENTRIES } from '../../segments/retention.ts';
import { EntryTable } from '../entries/entry-table.ts';

/** Throws if the end of any chain is not whole. */
export function refuseBrokenTails(database: DatabaseSync): void {
  const entries = new EntryTable(database);
  for (const policy of database.prepare('select id, version, hash from policy').all()) {
    const { id, version, hash } = policy as unknown as Head & { id: string };
    const start = Math.max(0, version - TAIL_ENTRIES);
    const tail = entries.after(id, start, Infinity);
    const before = { version: start, hash: tail[0]?.previousHash ?? hash };
    const end = headAfter(before, tail);
    const isWhole = checkChain(before, tail) === null;
    if (!isWhole || end.version !== version || end.hash !== hash) throw brokenTail(id);
  }
}

function brokenTail(policy: string): JournalFailure {
  return new JournalFailure(
    'broken',
    `After a failure of the disk the end of the chain of ${policy} is not whole. Nothing more is ` +
      `written. Run "hedgerow verify", and restore a backup if it finds faults.`,
  );
}

/**
 * Lets the tests of one file use one journal after the other's data is gone: opening takes a while.
 */
import { afterAll } from 'vitest';
import type { JournalMaker } from '../journal.contract.ts';
import type { Journal } from '../journal.ts';

export interface ReuseOptions {
  readonly open: () => Promise<Journal>;
  readonly reopen: (journal: Journal) => Promise<Journal>;
  /** Empties all tables behind the journal's back. */
  readonly clear: (journal: Journal) => Promise<void>;
}

export function reusedJournals({ open, reopen, clear }: ReuseOptions): JournalMaker {
  let spare: Journal | null = null;
  afterAll(() => spare?.close());

  /** Returns the journal of the last test, emptied; null if that was closed. */
  async function cleared(): Promise<Journal | null> {
    const journal = spare;
    spare = null;
    if (journal === null) return null;
    try {
      await journal.checkWritable();
    } catch {
      return null;
    }
    await clear(journal);
    return journal;
  }

  return {
    open: async () => (await cleared()) ?? open(),
    reopen,
    keep: (journal) => {
      spare = journal;
    },
  };
}

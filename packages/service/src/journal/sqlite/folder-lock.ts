/**
 * One process for each folder: the lock is an open transaction on a database of its own, so the
 * operating system lets go of it whatever way the process ends.
 */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { JournalFailure } from '../journal.ts';

const LOCK_FILE = 'hedgerow.lock';

/** Takes the folder, or throws if another has it; returns the function that gives it back. */
export function lockFolder(folder: string): () => void {
  const database = new DatabaseSync(path.join(folder, LOCK_FILE));
  try {
    database.exec('begin exclusive');
  } catch (cause) {
    database.close();
    throw new JournalFailure(
      'broken',
      `A journal folder belongs to one process at a time, but ${folder} is in use by another. ` +
        `End that one, or choose another folder.`,
      { cause },
    );
  }
  return () => database.close();
}

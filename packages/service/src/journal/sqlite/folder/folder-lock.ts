/**
 * One process for each folder: the lock is an open transaction on a database of its own, so the
 * operating system lets go of it whatever way the process ends.
 *
 * Who starts a service while another ends, or while a command is at work there, may wait for the folder for a while.
 */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { JournalFailure } from '../../journal.ts';
import { resultCode, SQLITE_BUSY, SQLITE_NOTADB } from './sqlite-error.ts';

const LOCK_FILE = 'hedgerow.lock';

/** Takes the folder, or throws if another has it; returns the function that gives it back. */
export function lockFolder(folder: string): () => void {
  const database = new DatabaseSync(path.join(folder, LOCK_FILE));
  try {
    // Nothing is written to it, so that a full disk is told by whoever needs room.
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (cause) {
    database.close();
    const reason = reasonOf(cause, folder);
    throw reason === null ? cause : new JournalFailure('broken', reason, { cause });
  }
  return () => database.close();
}

/** Takes the folder as soon as nobody else has it; throws if somebody still has it after so many milliseconds. */
export async function lockFolderWithin(folder: string, waitMs: number): Promise<() => void> {
  const looks = Math.floor(waitMs / LOOK_MS);
  for (let look = 0; look < looks; look++) {
    try {
      return lockFolder(folder);
    } catch (error) {
      if (resultCode((error as Error).cause) !== SQLITE_BUSY) throw error;
      await pause(LOOK_MS);
    }
  }
  return lockFolder(folder);
}

const LOOK_MS = 50;

/** Returns null where the disk or its owner is to blame, and not the lock. */
function reasonOf(cause: unknown, folder: string): string | null {
  const code = resultCode(cause);
  if (code === SQLITE_BUSY) {
    return `A journal folder belongs to one process at a time, but ${folder} is in use by another: a service, or a command at work there (compact, forget, renew). Wait until it has ended, or end it; or choose another folder.`;
  }
  if (code !== SQLITE_NOTADB) return null;
  return `${LOCK_FILE} in ${folder} must be the lock of the folder, but it is another file. Remove it, if no hedgerow uses the folder.`;
}

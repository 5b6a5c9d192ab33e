/**
 * One command at a time for each state: the lock is an open transaction on an empty database beside it, so the operating
 * system lets go of it whatever way the process ends, and never lets two have it.
 *
 * The file stays where it is: whoever waited for one that is removed would have a lock of its own beside the next one's.
 * Nothing is ever written to it, so it can be taken on a full disk, too.
 */
import { DatabaseSync } from 'node:sqlite';
import { HedgerowError } from '@hedgerow/core';

const SQLITE_BUSY = 5;

/** Takes the state, or throws if another command has it; returns the function that gives it back. */
export function lockState(file: string): () => void {
  const lock = `${file}.lock`;
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(lock, { timeout: 0 });
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database?.close();
    throw (error as { errcode?: number }).errcode === SQLITE_BUSY
      ? busy(file)
      : unusable(lock, error);
  }
  return () => database.close();
}

function busy(file: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: 'a state file must be used by one command at a time',
    received: `${file}, which another one uses`,
    remedy: 'Try again when that one has ended.',
  });
}

function unusable(lock: string, error: unknown): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${lock} must be a lock that this user can take`,
    received: `not: ${(error as Error).message}`,
    remedy:
      'The folder must be writable; if the lock was left by an earlier version, and no hedgerow is running, remove it.',
  });
}

/**
 * Gives all room that is free in the database of a folder back to the disk. It needs the folder to itself,
 * and for a while room for a second copy of what is left.
 */
import { lockFolder } from './folder-lock.ts';
import { openDatabase } from './open-database.ts';

export function shrinkFolder(folder: string): void {
  const unlock = lockFolder(folder);
  const database = openDatabase({ folder, isSynced: true });
  try {
    database.exec('vacuum');
    database.exec('pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
    unlock();
  }
}

/** Whether the file is of a time when pages could not be given back: what was in those that are free stays in it. */
export function keepsFreePages(folder: string): boolean {
  const database = openDatabase({ folder, isSynced: true });
  try {
    const { auto_vacuum: kind } = database.prepare('pragma auto_vacuum').get() ?? {};
    return kind !== INCREMENTAL;
  } finally {
    database.close();
  }
}

const INCREMENTAL = 2;

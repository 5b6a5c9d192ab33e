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

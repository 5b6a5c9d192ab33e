/**
 * A database that nobody writes, on a disk that nobody can write: a backup on a read-only mount.
 *
 * SQLite needs files of its own beside one that is written; this one is read as it is, which is right only while nothing
 * changes. Whoever has it open keeps a write-ahead log beside it, and removes that when all is in the file.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DATABASE_FILE } from './open-database.ts';

/** Whether all is in the file, and nobody has it open. */
export function isAtRest(folder: string): boolean {
  return !existsSync(path.join(folder, `${DATABASE_FILE}-wal`));
}

export function openAtRest(folder: string): DatabaseSync {
  const place = pathToFileURL(path.join(folder, DATABASE_FILE));
  place.searchParams.set('immutable', '1');
  return new DatabaseSync(place, { readOnly: true });
}

/**
 * Why the journal of a folder cannot be opened: the disk, the file, or who owns it.
 */
import { statfsSync } from 'node:fs';
import { DATABASE_FILE } from '../journal/sqlite/folder/open-database.ts';
import {
  resultCode,
  SQLITE_CORRUPT,
  SQLITE_FULL,
  SQLITE_IOERR,
  SQLITE_NOTADB,
} from '../journal/sqlite/folder/sqlite-error.ts';

/** What SQLite needs beside the file to open it at all; without that it speaks of a failing disk. */
const ROOM_TO_OPEN = 1 << 16;

/** Returns the sentence for whoever named the folder. */
export function folderRefusal(
  error: unknown,
  folder: string,
  freeBytes: number = freeAt(folder),
): string {
  const code = resultCode(error);
  const said = (error as Error).message;
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) {
    return `The data folder must hold a journal that is whole, but ${DATABASE_FILE} in ${folder} is not one (${said}). Keep it aside, and put back a backup; or choose another folder with --data.`;
  }
  if (
    code === SQLITE_FULL ||
    isOutOfRoom(error) ||
    (code === SQLITE_IOERR && freeBytes < ROOM_TO_OPEN)
  ) {
    return `The disk of the data folder must have room, but that of ${folder} is full (${said}). Make room, or choose another folder with --data.`;
  }
  return `The data folder must be one that this user can read and write, but ${folder} is not (${said}). Choose another with --data, or change who owns it.`;
}

function isOutOfRoom(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function freeAt(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

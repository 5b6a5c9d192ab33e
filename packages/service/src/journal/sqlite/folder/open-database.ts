/**
 * Opens the database file of a folder, the same way for everyone who uses it.
 *
 * The write-ahead log lets others read while one writes. With `synchronous = FULL` a commit is on
 * disk when it returns; without it, a power cut may take the last commits, but never tears one.
 */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const DATABASE_FILE = 'hedgerow.db';

/** Length of the log after which whoever commits brings the rest of it into the database file: 64 MB. */
const WAL_BYTES_MAX = 1 << 26;

/** Pages are written whole, and most that a commit touches change little: a quarter of the usual size. Older files keep theirs. */
const PAGE_BYTES = 1024;

/** How long a connection waits for another's write lock. */
export const BUSY_MS = 5000;

export interface DatabaseOptions {
  readonly folder: string;
  /** Whether a commit waits for the disk. */
  readonly isSynced: boolean;
  /** Megabytes of pages that the connection keeps; 2 if absent. */
  readonly cacheMegabytes?: number;
}

export function openDatabase(options: DatabaseOptions): DatabaseSync {
  const file = path.join(options.folder, DATABASE_FILE);
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  configure(database, options);
  return database;
}

/** Settings that a connection has only as long as it is open. */
export function configure(
  database: DatabaseSync,
  { isSynced, cacheMegabytes = 2 }: DatabaseOptions,
): void {
  // Both only where nothing is written yet; the second lets the file give room back when entries leave it.
  database.exec(`pragma page_size = ${PAGE_BYTES}`);
  database.exec('pragma auto_vacuum = incremental');
  database.exec('pragma journal_mode = wal');
  database.exec(`pragma synchronous = ${isSynced ? 'full' : 'normal'}`);
  // On a Mac, only this asks the drive itself.
  database.exec('pragma fullfsync = on');
  // What leaves a page is overwritten where that costs nothing; where somebody is to be forgotten, everywhere (scrub.ts).
  database.exec('pragma secure_delete = fast');
  const pageBytes = Number(database.prepare('pragma page_size').get()?.page_size);
  database.exec(`pragma wal_autocheckpoint = ${WAL_BYTES_MAX / pageBytes}`);
  database.exec(`pragma cache_size = ${-1024 * cacheMegabytes}`);
  database.exec(`pragma journal_size_limit = ${WAL_BYTES_MAX}`);
}

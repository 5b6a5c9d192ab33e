/**
 * What SQLite says went wrong.
 */
export const SQLITE_BUSY = 5;
export const SQLITE_READONLY = 8;
export const SQLITE_IOERR = 10;
export const SQLITE_CORRUPT = 11;
export const SQLITE_FULL = 13;
export const SQLITE_CANTOPEN = 14;
export const SQLITE_CONSTRAINT = 19;
export const SQLITE_NOTADB = 26;

/** Returns the low byte of SQLite's result code; null if the error is not from SQLite. */
export function resultCode(error: unknown): number | null {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : null;
  return typeof code === 'number' ? code & 0xff : null;
}

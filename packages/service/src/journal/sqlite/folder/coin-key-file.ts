/**
 * The coin's key of a journal in a folder: a file of its own beside the database, which only the user
 * of the service may read. A copy of the database does not have it.
 *
 * It is written whole or not at all; one that is not whole was never used, and is made anew.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { newCoinKey, readCoinKey } from '../../coin-key.ts';

export const COIN_KEY_FILE = 'hedgerow.coin-key';

/** Returns the key of the folder, and makes it if there is none. */
export function coinKeyOf(folder: string): Uint8Array {
  const file = path.join(folder, COIN_KEY_FILE);
  const kept = existsSync(file) ? readCoinKey(readFileSync(file, 'utf8').trim()) : null;
  return kept ?? renewCoinKeyOf(folder);
}

/** Puts a new key in place of the old one. */
export function renewCoinKeyOf(folder: string): Uint8Array {
  const file = path.join(folder, COIN_KEY_FILE);
  const fresh = `${file}.new`;
  const text = newCoinKey();
  rmSync(fresh, { force: true });
  const handle = openSync(fresh, 'wx', 0o600);
  try {
    writeSync(handle, `${text}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(fresh, file);
  return readCoinKey(text)!;
}

/**
 * Makes a folder, and those above it that are missing, for its owner alone.
 *
 * Node's own way to do so never ends where the system says that there is no such folder although the one above exists: in /proc, or in a
 * folder that an automounter keeps.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

const MODE = 0o700;

export function makeFolder(folder: string): void {
  const above = path.dirname(path.resolve(folder));
  if (!existsSync(above)) makeFolder(above);
  try {
    mkdirSync(folder, { mode: MODE });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    if (!isThere || !statSync(folder).isDirectory()) throw error;
  }
}

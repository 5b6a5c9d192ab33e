/**
 * When something below a path was last changed, tests aside; 0 if there is nothing.
 */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Returns the time of the newest file, in milliseconds. */
export function newestIn(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || /\.test\.tsx?$/.test(file)) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(file).map((name) => newestIn(path.join(file, name))));
}

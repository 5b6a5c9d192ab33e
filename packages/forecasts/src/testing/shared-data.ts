/**
 * Real weather, where somebody has it: beside the repository and never in it.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
const FOLDER = path.resolve(REPOSITORY, '../shared/data/g2f');

/** Returns the text of a real file, or null with a note if it is not here. */
export function sharedData(name: string): string | null {
  const file = path.join(FOLDER, name);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  process.stderr.write(`Not checked here: ../shared/data/g2f/${name} is missing.\n`);
  return null;
}

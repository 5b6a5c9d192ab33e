/**
 * The real trial data, where somebody has them: beside the repository and never in it.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../../../../../', import.meta.url));
const FOLDER = path.resolve(REPOSITORY, '../shared/data/g2f');

/** Returns the path of a real file, or null with a note if it is not here. */
export function sharedData(name: string): string | null {
  const file = path.join(FOLDER, name);
  if (existsSync(file)) return file;
  process.stderr.write(`Not checked here: ../shared/data/g2f/${name} is missing.\n`);
  return null;
}

/**
 * Files that appear under their names only when they are whole: on a full disk what was there before stays.
 */
import { rename, rm } from 'node:fs/promises';

/** Has `write` fill a draft, and gives it the name when that is done. */
export async function publish(
  output: string,
  write: (draft: string) => Promise<unknown>,
): Promise<void> {
  const draft = `${output}.part`;
  try {
    await write(draft);
    await rename(draft, output);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

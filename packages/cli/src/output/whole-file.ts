/**
 * Files that appear under their names only when they are whole.
 *
 * What is written goes to a file beside it first. On a full disk, or when the command is ended in between, the file is as
 * it was before: half a table looks like a whole one.
 */
import { chmod, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/** Writes a text. */
export async function writeWholeText(file: string, text: string): Promise<void> {
  await writeWhole(file, (draft) => writeFile(draft, text));
}

/** Has `write` fill a draft, and gives it the name when that is done. A pipe or a device is written to directly. */
export async function writeWhole(
  file: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  const place = await realpath(file).catch(() => file);
  const before = await stat(place).catch(() => null);
  if (before !== null && !before.isFile()) return await write(file);
  // Two commands that write one file must not write one draft.
  const draft = `${place}.${process.pid}.part`;
  try {
    await write(draft);
    if (before !== null) await chmod(draft, before.mode);
    await confirm(draft);
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** Waits until it is on the disk: the name must not be there before what it names. */
async function confirm(draft: string): Promise<void> {
  const handle = await open(draft, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

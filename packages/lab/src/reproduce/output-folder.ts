/**
 * The folder of a reproduction. It is marked before anything else is written, and a folder that holds
 * anything but is not marked is never touched.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HedgerowError } from '@hedgerow/core';

const MARK = 'reproduce.json';
const CONTENTS = `${JSON.stringify({ format: 'hedgerow-reproduce/1' })}\n`;

/** Makes the folder ours, or throws if it belongs to something else. */
export async function claimFolder(folder: string): Promise<void> {
  const names = await namesIn(folder);
  if (names.length > 0 && !(await isOurs(folder, names))) throw foreign(folder, names[0]!);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, MARK), CONTENTS);
}

/** Writes plain data where people may read it. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, null, 1)}\n`);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw foreign(folder, null);
    throw error;
  }
}

async function isOurs(folder: string, names: readonly string[]): Promise<boolean> {
  if (!names.includes(MARK)) return false;
  return (await readFile(path.join(folder, MARK), 'utf8')) === CONTENTS;
}

function foreign(folder: string, name: string | null): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${folder} must be a new or empty folder, or one that an earlier reproduction made`,
    received: name === null ? 'a file' : `one that holds "${name}"`,
    remedy: 'Give another folder; nothing was overwritten.',
  });
}

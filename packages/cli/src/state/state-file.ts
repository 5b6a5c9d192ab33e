/**
 * A policy's state in a file: never half written, never written by two at once.
 *
 * The new state goes to a file beside the old one, is forced to the disk, and then takes the old
 * one's name; a crash at any moment leaves one or the other, whole. A lock keeps a second command
 * out while the first is at work. Where the name is a link, all of this is about what it leads to: two
 * names of one state must not become two states.
 *
 * Beside the state stands the newest revision that was ever written. An old copy put in the state's
 * place is recognised by it and refused: what was spent since would be spent again. The file is as
 * secret as the coin whose key it holds, so only its owner may read it.
 */
import { open, readFile, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { HedgerowError } from '@hedgerow/core';
import { lockState } from './state-lock.ts';

/** A state as it was found. */
export interface KeptState {
  readonly state: string;
  /** The newest revision that was written to this file. */
  readonly notBefore: number;
}

export interface ChangedState<Answer> {
  readonly state: string;
  /** Of the policy in it. */
  readonly revision: number;
  readonly answer: Answer;
}

/** Runs `change` with the present state (null if there is none) and keeps the state it returns. */
export async function changeState<Answer>(
  file: string,
  change: (kept: KeptState | null) => ChangedState<Answer>,
): Promise<Answer> {
  const place = await placeOf(file);
  const unlock = lockState(place);
  try {
    const { state, revision, answer } = change(await readKept(place));
    await keep(place, { state, revision });
    return answer;
  } finally {
    unlock();
  }
}

/** Both are on the disk before either has its name: on a full disk nothing is changed. */
async function keep(file: string, { state, revision }: Omit<ChangedState<unknown>, 'answer'>) {
  const files = [file, revisionFile(file)] as const;
  try {
    await writeDraft(files[0], state);
    await writeDraft(files[1], `${revision}\n`);
    // After the state, never before: a crash in between must not lock the newest state out.
    for (const one of files) {
      await rename(draftOf(one), one);
      await syncFolder(path.dirname(file));
    }
  } catch (error) {
    for (const one of files) await rm(draftOf(one), { force: true }).catch(() => {});
    throw unusable(file, error);
  }
}

/** Returns the present state without changing it; null if there is none. */
export async function readKept(file: string): Promise<KeptState | null> {
  const place = await placeOf(file);
  const state = await readState(place);
  if (state === null) return null;
  const revision = Number((await readState(revisionFile(place))) ?? 0);
  return { state, notBefore: Number.isFinite(revision) ? revision : 0 };
}

async function placeOf(file: string): Promise<string> {
  return await realpath(file).catch(() => file);
}

function revisionFile(file: string): string {
  return `${file}.revision`;
}

async function readState(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw unusable(file, error);
  }
}

function draftOf(file: string): string {
  return `${file}.new`;
}

async function writeDraft(file: string, text: string): Promise<void> {
  const handle = await open(draftOf(file), 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the new name last; not every system can, and then the rename has to do. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function unusable(file: string, error: unknown): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${file} must be a file that can be read and written`,
    received: `not: ${(error as Error).message}`,
  });
}

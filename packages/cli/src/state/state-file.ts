/**
 * A policy's state in a file: never half written, never written by two at once.
 *
 * The new state goes to a file beside the old one, is forced to the disk, and then takes the old
 * one's name; a crash at any moment leaves one or the other, whole. A lock file keeps a second
 * command out while the first is at work; one that a dead process left behind is taken over.
 *
 * Beside the state stands the newest revision that was ever written. An old copy put in the state's
 * place is recognised by it and refused: what was spent since would be spent again. The file is as
 * secret as the coin whose key it holds, so only its owner may read it.
 */
import { open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { HedgerowError } from '@hedgerow/core';

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
  const lock = `${file}.lock`;
  await takeLock(lock);
  try {
    const { state, revision, answer } = change(await readKept(file));
    await writeFileWhole(file, state);
    // After the state, never before: a crash in between must not lock the newest state out.
    await writeFileWhole(revisionFile(file), `${revision}\n`);
    return answer;
  } finally {
    await rm(lock, { force: true });
  }
}

/** Returns the present state without changing it; null if there is none. */
export async function readKept(file: string): Promise<KeptState | null> {
  const state = await readState(file);
  if (state === null) return null;
  const revision = Number((await readState(revisionFile(file))) ?? 0);
  return { state, notBefore: Number.isFinite(revision) ? revision : 0 };
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

async function writeFileWhole(file: string, text: string): Promise<void> {
  const fresh = `${file}.new`;
  try {
    const handle = await open(fresh, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(fresh, { force: true });
    throw unusable(file, error);
  }
}

/** Makes the new name last; not every system can, and then the rename has to do. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

async function takeLock(lock: string): Promise<void> {
  if (await createLock(lock)) return;
  const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
  if (isAlive(holder)) throw busy(lock, holder);
  await rm(lock, { force: true });
  if (!(await createLock(lock))) throw busy(lock, holder);
}

async function createLock(lock: string): Promise<boolean> {
  try {
    const handle = await open(lock, 'wx');
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw unusable(lock, error);
  }
}

function isAlive(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
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

function busy(lock: string, holder: number): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: 'a state file must be used by one command at a time',
    received: `in use by process ${holder}`,
    remedy: `Try again; if no hedgerow is running, remove ${lock}.`,
  });
}

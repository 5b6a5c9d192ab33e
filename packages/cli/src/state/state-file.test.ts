/**
 * A state in a file: what was said is kept, whoever else is at work, and whatever the disk does.
 */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../service/src/journal/testing/temporary-folder.ts';
import { changeState, type KeptState, readKept } from './state-file.ts';
import { lockState } from './state-lock.ts';

const root = temporaryFolder();
let file: string;
let count = 0;

beforeEach(() => {
  count += 1;
  const folder = path.join(root, String(count));
  mkdirSync(folder);
  file = path.join(folder, 'farm.state');
});

function oneMore(kept: KeptState | null) {
  const number = Number(kept?.state ?? 0) + 1;
  return { state: String(number), revision: number, answer: number };
}

test('of many at once, each change that was answered is kept, and the others are refused', async () => {
  const asked = Array.from({ length: 20 }, () => changeState(file, oneMore));
  const answers = await Promise.allSettled(asked);
  const kept = answers.filter(({ status }) => status === 'fulfilled');
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(kept.length).toBeGreaterThan(0);
  expect(Number(readFileSync(file, 'utf8'))).toBe(kept.length);
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'HR_FILE' } });
});

test('a lock holds while its file is empty, and is free when whoever had it is gone', async () => {
  const unlock = lockState(file);
  expect(readFileSync(`${file}.lock`, 'utf8')).toBe('');
  await expect(changeState(file, oneMore)).rejects.toThrow('which another one uses');
  unlock();
  expect(await changeState(file, oneMore)).toBe(1);
});

test('a lock of an earlier version is not taken for one of ours', async () => {
  writeFileSync(`${file}.lock`, '4711');
  await expect(changeState(file, oneMore)).rejects.toThrow('left by an earlier version');
});

test('where the revision cannot be written, the state stays as it was', async () => {
  await changeState(file, oneMore);
  // As a full disk does, in the second of two files.
  mkdirSync(`${file}.revision.new`);
  await expect(changeState(file, oneMore)).rejects.toThrow('can be read and written');
  expect(await readKept(file)).toEqual({ state: '1', notBefore: 1 });
});

test('a link leads to one state and one lock', async () => {
  const link = path.join(path.dirname(file), 'link');
  await changeState(file, oneMore);
  symlinkSync(file, link);
  expect(await changeState(link, oneMore)).toBe(2);
  expect(await readKept(file)).toEqual({ state: '2', notBefore: 2 });
  const held = new DatabaseSync(`${file}.lock`);
  held.exec('begin exclusive');
  await expect(changeState(link, oneMore)).rejects.toThrow('one command at a time');
  held.close();
});

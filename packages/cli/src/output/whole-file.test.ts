import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../service/src/journal/testing/temporary-folder.ts';
import { writeWhole, writeWholeText } from './whole-file.ts';

const root = temporaryFolder();
let folder: string;
let count = 0;

beforeEach(() => {
  count += 1;
  folder = path.join(root, String(count));
  mkdirSync(folder);
});

it('leaves what was there, and nothing else, where it cannot be finished', async () => {
  const file = path.join(folder, 'table.csv');
  writeFileSync(file, 'whole\n');
  const half = writeWhole(file, async (draft) => {
    await writeFile(draft, 'ha');
    throw new Error('the disk is full');
  });
  await expect(half).rejects.toThrow('the disk is full');
  expect(readdirSync(folder)).toEqual(['table.csv']);
  expect(readFileSync(file, 'utf8')).toBe('whole\n');
});

it('keeps who may read a file, and where a link leads', async () => {
  const [file, link] = [path.join(folder, 'model.json'), path.join(folder, 'link')];
  writeFileSync(file, 'old', { mode: 0o600 });
  symlinkSync(file, link);
  await writeWholeText(link, 'new');
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['link', 'model.json']);
});

it('writes to a device, and does not put a file in its place', async () => {
  await writeWholeText('/dev/null', 'nobody reads this');
  expect(statSync('/dev/null').isFile()).toBe(false);
});

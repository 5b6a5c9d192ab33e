import { execFileSync } from 'node:child_process';
import { createWriteStream, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../service/src/journal/testing/temporary-folder.ts';
import { readInput, readInputBytes, readInputObject } from './read-input.ts';

it('reads an object, and refuses all else by the name of its file', async () => {
  const file = path.join(temporaryFolder(), 'farm.json');
  writeFileSync(file, '{"actions":[]}');
  expect(await readInputObject(file)).toEqual({ actions: [] });
  for (const text of ['', '{', 'null', '[]', '7', '{} {}']) {
    writeFileSync(file, text);
    await expect(readInputObject(file)).rejects.toThrow('farm.json must hold one object as JSON');
  }
});

it('refuses a device at once, and what is longer than may be', async () => {
  await expect(readInput('/dev/zero')).rejects.toThrow('/dev/zero must be a file that can be read');
  const folder = temporaryFolder();
  await expect(readInput(folder)).rejects.toThrow('a folder');
  const file = path.join(folder, 'long');
  writeFileSync(file, '');
  // It has holes, and takes no room.
  truncateSync(file, 3 * 1024 * 1024 * 1024);
  await expect(readInputBytes(file)).rejects.toThrow('long must have at most 2047 MiB');
  await expect(readInput(file)).rejects.toThrow('long must have at most 511 MiB');
});

it('reads a pipe to its end, but not one that has none', async () => {
  const pipe = path.join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const feed = createWriteStream(pipe);
  // Whoever reads it leaves before all is written.
  feed.on('error', () => {});
  feed.end('{"port":1}');
  expect(await readInput(pipe)).toBe('{"port":1}');
  const more = createWriteStream(pipe);
  more.on('error', () => {});
  more.write('x'.repeat(5 * 1024 * 1024));
  await expect(readInput(pipe, 4 * 1024 * 1024)).rejects.toThrow('pipe must have at most 4 MiB');
  more.destroy();
});

/**
 * A folder is made with those above it, or refused; nobody waits for ever.
 */
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { makeFolder } from './make-folder.ts';

it('makes what is missing, for its owner alone, and takes what is there', () => {
  const folder = path.join(temporaryFolder(), 'one', 'two');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('refuses where a file is in the way', () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(path.join(file, 'two'))).toThrow('ENOTDIR');
});

it('refuses where none can be made, at once', () => {
  expect(() => makeFolder('/proc/self/one/two')).toThrow();
});

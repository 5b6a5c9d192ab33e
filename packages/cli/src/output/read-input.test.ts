import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../service/src/journal/testing/temporary-folder.ts';
import { readInputObject } from './read-input.ts';

it('reads an object, and refuses all else by the name of its file', async () => {
  const file = path.join(temporaryFolder(), 'farm.json');
  writeFileSync(file, '{"actions":[]}');
  expect(await readInputObject(file)).toEqual({ actions: [] });
  for (const text of ['', '{', 'null', '[]', '7', '{} {}']) {
    writeFileSync(file, text);
    await expect(readInputObject(file)).rejects.toThrow('farm.json must hold one object as JSON');
  }
});

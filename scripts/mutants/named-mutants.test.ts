/**
 * A quick look at the mutants: that each can still be put in. `npm run mutants` tries them.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../lib/repository.ts';
import { NAMED_MUTANTS } from './named-mutants.ts';

const inRepository = (file: string) => path.join(REPOSITORY_ROOT, file);

describe('the named mutants', () => {
  it.each(NAMED_MUTANTS)('can be put in: $name', ({ file, find, replace, tests }) => {
    expect(readFileSync(inRepository(file), 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
    for (const test of tests) expect(existsSync(inRepository(test)), test).toBe(true);
  });

  it('have names of their own', () => {
    const names = NAMED_MUTANTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

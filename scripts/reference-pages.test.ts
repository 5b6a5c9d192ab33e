/**
 * The pages that are made from the source are those that the source makes now.
 */
import { expect, it } from 'vitest';
import { readRequired } from './lib/repository.ts';
import { referencePages } from './write-reference.ts';

it.each(Object.entries(await referencePages()))(
  '%s is what `npm run reference` writes',
  (file, text) => {
    expect(readRequired(file).text).toBe(text);
  },
);

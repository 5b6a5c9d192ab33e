/**
 * Puts one named mutant into the code while it is loaded by vitest; nothing on disk changes. What tests start beside it is
 * mutant-hook.ts's.
 */
import path from 'node:path';
import type { Plugin } from 'vitest/config';
import { mutantCalled } from './named-mutants.ts';

/** Returns the plugin for a mutant's name, or none if there is no name. */
export function mutantPlugin(name: string | undefined): Plugin[] {
  if (name === undefined) return [];
  const mutant = mutantCalled(name);
  const file = path.resolve(mutant.file);
  return [
    {
      name: 'hedgerow-mutant',
      enforce: 'pre',
      transform(code, id) {
        if (path.resolve(id.split('?')[0]!) !== file) return null;
        return { code: code.replace(mutant.find, mutant.replace), map: null };
      },
    },
  ];
}

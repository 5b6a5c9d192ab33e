/**
 * Puts the named mutant into what Node loads by itself: threads and processes that tests start, of which vitest knows nothing.
 *
 *     HEDGEROW_MUTANT='…' NODE_OPTIONS='--import=<this file>' vitest run …
 *
 * Threads and processes inherit both; nothing on disk changes.
 */
import { registerHooks } from 'node:module';
import { mutantCalled } from './named-mutants.ts';

const name = process.env.HEDGEROW_MUTANT;
const mutant = name === undefined ? null : mutantCalled(name);

if (mutant !== null) {
  const address = new URL(`../../${mutant.file}`, import.meta.url).href;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url.split('?')[0] !== address || loaded.source === undefined) return loaded;
      const code = Buffer.from(loaded.source as Uint8Array).toString();
      return { ...loaded, source: code.replace(mutant.find, mutant.replace) };
    },
  });
}

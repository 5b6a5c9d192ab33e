import { defineConfig } from 'vitest/config';
import { mutantPlugin } from './scripts/mutants/mutant-plugin.ts';

const mutant = process.env.HEDGEROW_MUTANT;

export default defineConfig({
  plugins: mutantPlugin(mutant),
  resolve: { conditions: ['@hedgerow/source'] },
  ssr: { resolve: { conditions: ['@hedgerow/source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One core is left free otherwise; much of the time is spent waiting for processes and disks.
    maxWorkers: '100%',
    setupFiles: mutant === undefined ? [] : ['scripts/mutants/fixed-chance.ts'],
    // A mutant must neither be hidden by modules that were cached without it, nor be cached itself.
    fsModuleCache: mutant === undefined,
  },
});

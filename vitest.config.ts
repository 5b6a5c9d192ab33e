import { defineConfig } from 'vitest/config';
import { mutantPlugin } from './scripts/mutants/mutant-plugin.ts';

const mutant = process.env.HEDGEROW_MUTANT;

/**
 * Tests that start processes, threads or browsers, or replace a module; and those that compute for long, which
 * is slower in a process whose compiler has seen the code in many other uses.
 */
const APART = [
  'packages/{cli,dashboard,guide,lab}/src/**/*.test.ts',
  'packages/core/src/{model,safety,strategies}/**/*.test.ts',
  'packages/client/src/replica-set.test.ts',
  'packages/service/src/{deciders,faults,start}/**/*.test.ts',
  'packages/service/src/decisions/*.test.ts',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
];
const ALL = ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'];

export default defineConfig({
  plugins: mutantPlugin(mutant),
  resolve: { conditions: ['@hedgerow/source'] },
  ssr: { resolve: { conditions: ['@hedgerow/source'] } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One core is left free otherwise; much of the time is spent waiting for processes and disks.
    maxWorkers: '100%',
    setupFiles: mutant === undefined ? [] : ['scripts/mutants/fixed-chance.ts'],
    unstubGlobals: true,
    // A mutant must neither be hidden by modules that were cached without it, nor be cached itself.
    fsModuleCache: mutant === undefined,
    projects: [
      { extends: true, test: { name: 'apart', include: APART } },
      // Starting a process for each file takes longer than most of these files.
      {
        extends: true,
        test: { name: 'together', include: ALL, exclude: APART, isolate: false },
      },
    ],
  },
});

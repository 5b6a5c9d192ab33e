import { defineConfig } from 'vitest/config';
import { mutantPlugin } from './scripts/mutants/mutant-plugin.ts';

const mutant = process.env.HEDGEROW_MUTANT;
const SOURCE = '@hedgerow/source';

/** Tests of pages, whose JSX Node cannot load by itself. */
const PAGES = ['packages/dashboard/src/!(browser)/**/*.test.ts'];
/** Tests that replace a module. */
const REPLACING = ['packages/core/src/strategies/policy/policy-shelf.test.ts'];
/**
 * Tests that start processes, threads or browsers; and those that compute for long, which is several times slower
 * in a process whose compiler has seen the code in many other uses. What is written from the service's schemas depends on
 * which of them were loaded first.
 */
const APART = [
  'packages/cli/src/{commands,service,thornbush}/**/*.test.ts',
  'packages/cli/src/main.test.ts',
  'packages/{dashboard,guide}/src/browser/**/*.test.ts',
  'packages/cli/src/farm/one-posterior.test.ts',
  'packages/core/src/model/kernel/*.test.ts',
  'packages/core/src/safety/{bets,books,split}/**/*.test.ts',
  'packages/core/src/strategies/*.test.ts',
  'packages/core/src/strategies/{plan,policy}/**/!(policy-shelf).test.ts',
  'packages/lab/src/{environments,experiments,price,reproduce,rivals,runner,thornbush}/**/*.test.ts',
  'packages/lab/src/maize/{fit,mixed,reproduce,world}/**/*.test.ts',
  'packages/client/src/replica-set.test.ts',
  'packages/service/src/{deciders,faults,start}/**/*.test.ts',
  'packages/service/src/decisions/*.test.ts',
  'scripts/*.test.ts',
  'scripts/{pack,site}/*.test.ts',
  'tools/**/*.test.ts',
  'bench/**/*.test.ts',
];
const ALL = [
  'packages/*/src/**/*.test.ts',
  'scripts/**/*.test.ts',
  'tools/**/*.test.ts',
  'bench/**/*.test.ts',
];

/**
 * Node loads our TypeScript faster than vite, and what it has loaded computes faster. Only vite can put a
 * mutant in.
 */
const LOADED_BY_NODE =
  mutant === undefined
    ? {
        experimental: { viteModuleRunner: false, nodeLoader: false },
        execArgv: [`--conditions=${SOURCE}`],
      }
    : {};

const SETUP = mutant === undefined ? [] : ['scripts/mutants/fixed-chance.ts'];

export default defineConfig({
  plugins: mutantPlugin(mutant),
  resolve: { conditions: [SOURCE] },
  ssr: { resolve: { conditions: [SOURCE] } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One core is left free otherwise; much of the time is spent waiting for processes and disks.
    maxWorkers: '100%',
    setupFiles: SETUP,
    unstubGlobals: true,
    // A mutant must neither be hidden by modules that were cached without it, nor be cached itself.
    fsModuleCache: mutant === undefined,
    projects: [
      { extends: true, test: { name: 'pages', include: PAGES, isolate: false } },
      { extends: true, test: { name: 'replacing', include: REPLACING } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: APART,
          globalSetup: ['packages/dashboard/src/browser/testing/shared-folder.ts'],
          ...LOADED_BY_NODE,
        },
      },
      // Starting a process for each file takes longer than most of these files.
      {
        extends: true,
        test: {
          name: 'together',
          include: ALL,
          exclude: [...APART, ...PAGES, ...REPLACING],
          isolate: false,
          setupFiles: [...SETUP, 'packages/service/src/journal/testing/remove-folders.ts'],
          ...LOADED_BY_NODE,
        },
      },
    ],
  },
});

/**
 * Proves that the tests can fail: puts in each named mutant and runs the tests that must notice.
 *
 * A mutant that no test notices is alive, and the run fails. So does a stale one, whose line is not
 * found exactly once. `npm run mutants -- coin` tries only those with "coin" in their name, and
 * `npm run mutants -- journal/sqlite` those of that folder.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { REPOSITORY_ROOT } from '../lib/repository.ts';
import type { Mutant } from './named/mutant.ts';
import { NAMED_MUTANTS } from './named-mutants.ts';

const VITEST = path.join(REPOSITORY_ROOT, 'node_modules', 'vitest', 'vitest.mjs');

const MUTANT_HOOK = new URL('./mutant-hook.ts', import.meta.url).href;

export type Verdict = 'killed' | 'alive' | 'stale';

/** Tries the mutants whose name or file contains the filter, or every n-th of them; counts those killed and not. */
export async function runMutants(
  filter = '',
  every = 1,
): Promise<{ readonly killed: number; readonly spared: number }> {
  const named = NAMED_MUTANTS.filter(
    ({ name, file }) => name.includes(filter) || file.includes(filter),
  );
  const waiting = named.filter((_, place) => place % every === 0);
  const count = { killed: 0, spared: 0 };
  const work = async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const verdict = await tryMutant(mutant);
      process.stdout.write(`${verdict === 'killed' ? '✓' : '✗'} ${verdict}: ${mutant.name}\n`);
      count[verdict === 'killed' ? 'killed' : 'spared'] += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return count;
}

async function tryMutant(mutant: Mutant): Promise<Verdict> {
  const code = readFileSync(path.join(REPOSITORY_ROOT, mutant.file), 'utf8');
  if (code.split(mutant.find).length !== 2) return 'stale';
  for (const seed of SEEDS) {
    const run = await runTests(mutant, seed);
    // Exit code 1 with a failed test; anything else (no tests found, a crash) proves nothing.
    const hasFailedTest = /Tests\s.*\bfailed\b/.test(stripColours(run.output));
    if (run.exitCode === 1 && hasFailedTest) return 'killed';
  }
  return 'alive';
}

/** Properties try some examples, the same in every run; what survives them meets others. */
const SEEDS = [20_261_115, 7, 1_000_003];

function runTests(
  mutant: Mutant,
  seed: number,
): Promise<{ exitCode: number | null; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ exitCode: number | null; output: string }>();
  const child = execFile(
    process.execPath,
    [VITEST, 'run', '--bail=1', ...mutant.tests],
    {
      cwd: REPOSITORY_ROOT,
      env: {
        ...process.env,
        HEDGEROW_MUTANT: mutant.name,
        HEDGEROW_MUTANT_SEED: String(seed),
        // Also into threads and processes that the tests start.
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${MUTANT_HOOK}`,
      },
      maxBuffer: OUTPUT_BYTES_MAX,
    },
    (_error, output) => resolve({ exitCode: child.exitCode, output }),
  );
  return promise;
}

/** More than any failing test prints. */
const OUTPUT_BYTES_MAX = 2 ** 28;

function stripColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with ESC.
  return text.replace(/\u001b\[[\d;]*m/g, '');
}

const HELP = `npm run mutants                     tries all mutants that the tests must notice
npm run mutants -- coin             only those with "coin" in their name
npm run mutants -- journal/sqlite   only those of files with this in their path

Each is put in by itself, and the tests that must notice it are run. It fails if one is noticed by no test.
`;

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));

async function main([filter = '', ...more]: readonly string[]): Promise<number> {
  if (['--help', '-h', 'help'].includes(filter)) {
    process.stdout.write(HELP);
    return 0;
  }
  if (filter.startsWith('-') || more.length > 0) {
    process.stderr.write(
      `One part of a name or path may be given, but it was ${JSON.stringify([filter, ...more].join(' '))}. Put quotes around it; --help shows examples.\n`,
    );
    return 2;
  }
  const { killed, spared } = await runMutants(filter);
  process.stdout.write(`${killed} killed, ${spared} not\n`);
  if (killed + spared === 0)
    process.stderr.write(`No mutant has "${filter}" in its name or file.\n`);
  return spared === 0 && killed > 0 ? 0 : 1;
}

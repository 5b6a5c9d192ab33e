/**
 * Proves that the tests can fail: puts in each named mutant and runs the tests that must notice.
 *
 * A mutant that no test notices is alive, and the run fails. So does a stale one, whose line is not
 * found exactly once. `npm run mutants -- coin` tries only those with "coin" in their name.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY_ROOT } from '../lib/repository.ts';
import { type Mutant, NAMED_MUTANTS } from './named-mutants.ts';

const VITEST = path.join(REPOSITORY_ROOT, 'node_modules', 'vitest', 'vitest.mjs');

export type Verdict = 'killed' | 'alive' | 'stale';

/** Tries all mutants whose name contains the filter and returns how many were killed and not. */
export function runMutants(filter = ''): { readonly killed: number; readonly spared: number } {
  let killed = 0;
  let spared = 0;
  for (const mutant of NAMED_MUTANTS.filter(({ name }) => name.includes(filter))) {
    const verdict = tryMutant(mutant);
    process.stdout.write(`${verdict === 'killed' ? '✓' : '✗'} ${verdict}: ${mutant.name}\n`);
    if (verdict === 'killed') killed += 1;
    else spared += 1;
  }
  return { killed, spared };
}

function tryMutant(mutant: Mutant): Verdict {
  const code = readFileSync(path.join(REPOSITORY_ROOT, mutant.file), 'utf8');
  if (code.split(mutant.find).length !== 2) return 'stale';
  const run = spawnSync(process.execPath, [VITEST, 'run', '--bail=1', ...mutant.tests], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, HEDGEROW_MUTANT: mutant.name },
    encoding: 'utf8',
  });
  // Exit code 1 with a failed test; anything else (no tests found, a crash) proves nothing.
  const hasFailedTest = /Tests\s.*\bfailed\b/.test(stripColours(run.stdout));
  return run.status === 1 && hasFailedTest ? 'killed' : 'alive';
}

function stripColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with ESC.
  return text.replace(/\u001b\[[\d;]*m/g, '');
}

if (import.meta.main) {
  const { spared } = runMutants(process.argv[2] ?? '');
  process.exitCode = spared === 0 ? 0 : 1;
}

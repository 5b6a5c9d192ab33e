/**
 * One round of a soak: a run of the tests with its own seed, in a process that Ctrl-C does not reach; it is
 * asked to end early by a file.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REPOSITORY_ROOT } from '../lib/repository.ts';
import type { PartName } from './parts.ts';
import type { Round } from './report.ts';

export interface RoundInput {
  readonly part: PartName;
  readonly tests: readonly string[];
  readonly seed: number;
  readonly kills: number;
  /** Where the output of a round that failed is kept. */
  readonly folder: string;
}

/** How many times as many seeds simulations take. */
const FACTOR = '20';
/** One test may take as long as it needs; two at once would only wait for each other. */
const OPTIONS = ['--testTimeout=0', '--no-file-parallelism', '--reporter=verbose'];

export async function runRound({ part, tests, seed, kills, folder }: RoundInput): Promise<Round> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'hedgerow-soak-'));
  const [stop, numbers] = [path.join(scratch, 'stop'), path.join(scratch, 'numbers.json')];
  const endEarly = () => writeFileSync(stop, '');
  process.on('SIGINT', endEarly);
  const start = performance.now();
  const { status, output } = await runTests(tests, {
    HEDGEROW_SOAK: FACTOR,
    HEDGEROW_SOAK_KILLS: `${kills}`,
    HEDGEROW_SOAK_SEED: `${seed}`,
    HEDGEROW_SOAK_STOP: stop,
    HEDGEROW_SOAK_REPORT: numbers,
  });
  process.off('SIGINT', endEarly);
  const isPassed = status === 0;
  if (!isPassed) writeFileSync(path.join(folder, `${part}-${seed}-failed.txt`), output);
  const told = existsSync(numbers) ? JSON.parse(readFileSync(numbers, 'utf8')) : null;
  rmSync(scratch, { recursive: true });
  return {
    part,
    seed,
    isPassed,
    numbers: told,
    seconds: Math.round((performance.now() - start) / 1000),
  };
}

async function runTests(tests: readonly string[], asked: Readonly<Record<string, string>>) {
  const vitest = path.join(REPOSITORY_ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...OPTIONS, ...tests], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, ...asked },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own: Ctrl-C is for us.
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (piece) => {
    output += piece;
  });
  child.stderr.on('data', (piece) => {
    output += piece;
    process.stderr.write(piece);
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  return { status, output };
}

/**
 * `npm run soak`: the tests with faults, for hours instead of seconds. SQLite and PostgreSQL are killed
 * 2,000 times each, and simulations run twenty times as many seeds; HEDGEROW_SOAK_KILLS and HEDGEROW_SOAK
 * change that. Exit code 0: nothing was lost, nothing was made twice.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { REPOSITORY_ROOT } from './lib/repository.ts';

const KILLS = '2000';
const FACTOR = '20';
const FOLDERS = ['packages/service/src/faults', 'packages/service/src/decisions'];
/** One test may take as long as it needs; two at once would only wait for each other. */
const OPTIONS = ['--testTimeout=0', '--no-file-parallelism', '--reporter=verbose'];

const vitest = path.join(REPOSITORY_ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', ...OPTIONS, ...FOLDERS], {
  cwd: REPOSITORY_ROOT,
  env: { HEDGEROW_SOAK_KILLS: KILLS, HEDGEROW_SOAK: FACTOR, ...process.env },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

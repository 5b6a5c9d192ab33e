/**
 * An experiment over several processes: the same bits as in one, with workers that are killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type PostgresServer,
  startPostgres,
} from '../../../service/src/journal/testing/postgres-server.ts';

const COMMAND = fileURLToPath(new URL('../../bin/hedgerow.js', import.meta.url));
const EXPERIMENT = `
format: hedgerow-experiment/1
name: shared
rounds: 1500
trials: 12
seed: 3
environments: [{ id: paper, kind: synthetic, reading: berkson }]
strategies: [{ id: algorithm-1, kind: conservativeContextUcb }, { id: hedge, kind: hedge }]
allowedShortfalls: [0.1]
`;

let postgres: PostgresServer;
let folder: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  postgres = await startPostgres();
  folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-queue-'));
  writeFileSync(path.join(folder, 'shared.yaml'), EXPERIMENT);
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(...words: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [COMMAND, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  child.stdout?.resume();
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(errors);
  return code;
}

/** Resolves when the process has written this to its standard error. */
function told(child: ChildProcess, words: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (piece) => {
      text += piece;
      if (words.test(text)) resolve();
    });
    child.on('exit', () => reject(new Error(text)));
  });
}

function summaryIn(output: string): string {
  const [run] = readdirSync(path.join(folder, output));
  return readFileSync(path.join(folder, output, run!, 'summary.json'), 'utf8');
}

test('workers that are killed lose nothing, and the bits are those of one machine', async () => {
  const url = await postgres.freshUrl();
  const alone = exitOf(start('run', 'shared.yaml', '--output', 'alone', '--workers', '1'));
  const worker = ['worker', '--queue', url, '--workers', '1', '--take-over', '1'];
  const first = start(...worker);
  await told(first, /Waiting for trials/);
  const run = start('run', 'shared.yaml', '--output', 'shared', '--queue', url);
  const done = exitOf(run);
  await told(run, /trials \(/);
  first.kill('SIGKILL');
  const second = start(...worker);
  const ended = exitOf(second);
  await Promise.all([done, alone]);
  second.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(summaryIn('shared')).toBe(summaryIn('alone'));
});

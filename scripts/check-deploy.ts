/**
 * Does what deploy/Containerfile does, without a builder of images: `npm run deploy:check`.
 *
 * The files of the repository are copied into a clean folder, deploy/assemble.sh runs there, and the service that
 * comes of it must make a decision, show its page and stop when told to. Takes minutes and the registry.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { listFiles, REPOSITORY_ROOT } from './lib/repository.ts';

const SHOP = {
  actions: ['usual', 'bundle'],
  baseline: { action: 'usual', reward: 10 },
  context: { visitors: { min: 0, max: 100 } },
  reward: { min: 3, max: 20 },
  allowedShortfall: 0.2,
};

const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-deploy-'));
try {
  copyFiles();
  const { status } = spawnSync('sh', ['deploy/assemble.sh'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('deploy/assemble.sh failed.');
  await tryService();
  process.stdout.write('The service that was assembled decides, shows its page and stops.\n');
} finally {
  rmSync(folder, { recursive: true });
}

function copyFiles(): void {
  for (const file of listFiles()) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(REPOSITORY_ROOT, file), path.join(folder, file));
  }
}

async function tryService(): Promise<void> {
  const words = [
    'packages/cli/bin/hedgerow.js',
    'start',
    '--empty',
    '--port',
    '0',
    '--data',
    'data',
  ];
  const service = spawn(process.execPath, words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: service.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  const address = /http:\S+/.exec(line)?.[0];
  await answered(`${address}/`);
  await answered(`${address}/guide/`);
  await answered(`${address}/v1/policies/shop/decisions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'deploy-check' },
    body: JSON.stringify({ policy: SHOP, context: { visitors: 40 } }),
  });
  service.kill('SIGTERM');
  const [code] = (await once(service, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The service ended with ${code}.`);
}

async function answered(address: string, init: RequestInit = {}): Promise<void> {
  const answer = await fetch(address, init);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
}

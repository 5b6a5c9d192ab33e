/**
 * What deploy/ holds fits the service: settings that exist, a unit that systemd accepts, time enough to stop.
 * `npm run deploy:check` runs deploy/assemble.sh in a clean folder, and the service that comes of it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '@hedgerow/service/settings';
import { expect, it } from 'vitest';
import { readRequired } from './lib/repository.ts';

it('has an example configuration that the service accepts', () => {
  const { file, text } = readRequired('deploy/hedgerow.example.json');
  expect(readSettings({ file: { name: file, text } }).allowedHosts).toHaveLength(1);
});

it('gives the unit more time to stop than the service takes', () => {
  const { text } = readRequired('deploy/hedgerow.service');
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]);
  expect(seconds).toBeGreaterThan(readSettings({}).shutdownSeconds);
});

it('has a unit that systemd accepts, where there is one to ask', () => {
  const { text } = readRequired('deploy/hedgerow.service');
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-unit-'));
  const unit = path.join(folder, 'hedgerow.service');
  try {
    // Nothing is installed in /opt here, and a program that is missing is all that may be found.
    writeFileSync(unit, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    const { error, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return;
    expect(stderr).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

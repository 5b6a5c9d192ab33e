/**
 * What deploy/ holds fits the service: settings that exist, packages that exist, time enough to stop.
 */
import { readSettings } from '@hedgerow/service/settings';
import { expect, it } from 'vitest';
import { listFiles, readRequired } from './lib/repository.ts';

it('has an example configuration that the service accepts', () => {
  const { file, text } = readRequired('deploy/hedgerow.example.json');
  expect(readSettings({ file: { name: file, text } }).allowedHosts).toHaveLength(1);
});

it('copies the package.json of every package into the image before it installs', () => {
  const { text } = readRequired('deploy/Containerfile');
  const manifests = listFiles().filter((file) => /^packages\/[^/]+\/package\.json$/.test(file));
  for (const manifest of manifests) expect(text).toContain(`COPY ${manifest} `);
});

it('gives the unit more time to stop than the service takes', () => {
  const { text } = readRequired('deploy/hedgerow.service');
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]);
  expect(seconds).toBeGreaterThan(readSettings({}).shutdownSeconds);
});

/**
 * Where the made-up co-operative is put, and where it is not.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type RunningService, readSettings, startService } from '@hedgerow/service';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callService } from './call-service.ts';
import { DEMONSTRATION, seedDemonstration } from './seed-demonstration.ts';

let folder: string;
let service: RunningService;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-seed-'));
  service = await startService(
    readSettings({ flags: { port: '0', data: folder, logLevel: 'silent' } }),
  );
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const OWN = {
  definition: {
    actions: ['new', 'usual'],
    baseline: { action: 'usual', reward: 8 },
    context: {},
    reward: { min: 4, max: 12 },
    allowedShortfall: 0.3,
  },
};

it('puts nothing into a folder that was used before', async () => {
  const { address } = service;
  expect(await seedDemonstration(address, false)).toBe('none');
  expect(await callService({ address, path: '/v1/policies?archived=true' })).toEqual([]);
});

it('leaves a policy of somebody alone that has its name', async () => {
  const { address } = service;
  const path = `/v1/policies/${DEMONSTRATION}`;
  await callService({ address, method: 'PUT', path, body: OWN });
  expect(await seedDemonstration(address, true)).toBe('none');
  expect(await callService({ address, path })).toMatchObject({
    counts: { decisions: 0 },
    definition: OWN.definition,
  });
});

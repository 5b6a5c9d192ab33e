/**
 * The whole service in one process, on real files and a real port.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '../api/security/api-keys.ts';
import { verifyJournal } from '../decisions/verify/verify-journal.ts';
import { systemClock } from '../instruments/clock.ts';
import { openKeyStore, openReader } from './open-store.ts';
import { readSettings } from './settings.ts';
import type { SettingName, Settings } from './settings-table.ts';
import { StartFailure } from './start-failure.ts';
import { type RunningService, type ServiceParts, startService } from './start-service.ts';

const FARM = {
  actions: ['new', 'usual'],
  baseline: { action: 'usual', reward: 8 },
  context: { rain: { min: 0, max: 100 } },
  reward: { min: 4, max: 12 },
  allowedShortfall: 0.3,
};

let folder = '';
let services: RunningService[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-start-'));
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.close()));
  services = [];
  rmSync(folder, { recursive: true });
});

function settings(flags: Partial<Record<SettingName, string | boolean>> = {}): Settings {
  // Threads have tests of their own; here they would only take time.
  const quick = { data: folder, port: '0', logLevel: 'silent', deciderThreads: '0' };
  return readSettings({ flags: { ...quick, ...flags } });
}

async function start(
  flags: Partial<Record<SettingName, string | boolean>> = {},
  parts: ServiceParts = {},
): Promise<RunningService> {
  const service = await startService(settings(flags), parts);
  services.push(service);
  return service;
}

async function failure(flags: Partial<Record<SettingName, string | boolean>>) {
  const error = await start(flags).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartFailure);
  const { kind, message } = error as StartFailure;
  return { kind, message };
}

async function decide(address: string): Promise<{ id: string }> {
  const response = await fetch(`${address}/v1/policies/farm/decisions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ policy: FARM, context: { rain: 50 } }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string };
}

async function addKey(): Promise<string> {
  const store = await openKeyStore(settings());
  const { secret, record } = createKey({
    name: 'test',
    scopes: ['read'],
    policies: ['*'],
    createdAt: systemClock.now(),
    expiresAt: null,
  });
  await store.keys.add(record);
  await store.close();
  return secret;
}

describe('startService', () => {
  it('decides, tells how it is, and goes on after a restart', async () => {
    const first = await start();
    expect(await decide(first.address)).toMatchObject({ id: 'farm.1.1' });
    const text = async (name: string) => (await fetch(`${first.address}${name}`)).text();
    expect(await text('/livez')).toContain('ok');
    expect(await text('/readyz')).toContain('ok');
    const metrics = await text('/metrics');
    expect(metrics).toContain('hedgerow_decisions_total{policy="farm",chosen_by="baseline"');
    expect(metrics).toContain('hedgerow_unresolved{policy="farm"} 1');
    expect(metrics).toMatch(/hedgerow_commit_seconds_count [1-9]/);
    await first.close();
    const second = await start();
    expect(await decide(second.address)).toMatchObject({ id: 'farm.1.2' });
  });

  it('lets go of port and folder when it is closed, however often that is', async () => {
    const first = await start();
    await Promise.all([first.close(), first.close()]);
    await expect(fetch(`${first.address}/livez`)).rejects.toThrow();
    await expect(start({ port: String(first.port) })).resolves.toMatchObject({ port: first.port });
  });

  it('serves the page only if it is given one, and metrics unless told not to', async () => {
    const asset = {
      body: Buffer.from('<p>page</p>'),
      contentType: 'text/html',
      etag: 'x',
      isImmutable: false,
    };
    const assets = new Map([['/index.html', asset]]);
    const withPage = await start({ metrics: false }, { assets });
    expect(withPage.hasPage).toBe(true);
    expect(await (await fetch(`${withPage.address}/`)).text()).toBe('<p>page</p>');
    expect((await fetch(`${withPage.address}/metrics`)).status).toBe(404);
    await withPage.close();
    const without = await start();
    expect(without.hasPage).toBe(false);
    expect((await fetch(`${without.address}/`)).status).toBe(404);
  });
});

describe('reports of the lab', () => {
  it('are served as they were at the start, wherever they have gone since', async () => {
    const reports = path.join(folder, 'reports');
    mkdirSync(path.join(reports, 'paper'), { recursive: true });
    writeFileSync(path.join(reports, 'paper', 'report.md'), '# Paper');
    const { address } = await start({ reports });
    rmSync(reports, { recursive: true });
    const answer = await fetch(`${address}/v1/reports/paper`);
    expect(await answer.json()).toMatchObject({ title: 'Paper', markdown: '# Paper' });
  });

  it('end the start if their folder is not there, and leave nothing locked behind', async () => {
    const { kind, message } = await failure({ reports: path.join(folder, 'missing') });
    expect(kind).toBe('reports');
    expect(message).toContain('--reports');
    await expect(start()).resolves.toBeDefined();
  });
});

describe('openReader', () => {
  it('sees the journal as it is at the first look, while the service goes on', async () => {
    const { address } = await start();
    await decide(address);
    const reader = await openReader(settings());
    expect(await reader.head('farm')).toMatchObject({ version: 2 });
    await decide(address);
    expect(await verifyJournal(reader)).toMatchObject({
      isWhole: true,
      policies: [{ entries: 2, decisions: 1 }],
    });
    await reader.close();
  });
});

describe('startService refuses', () => {
  it('to listen beyond this machine without a key, and says how to make one', async () => {
    const { kind, message } = await failure({ host: '0.0.0.0' });
    expect(kind).toBe('no-key');
    expect(message).toContain('hedgerow keys create');
    const secret = await addKey();
    const open = await start({ host: '0.0.0.0' });
    const ask = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${open.port}/v1/policies`, { headers });
    expect((await ask({})).status).toBe(401);
    expect((await ask({ authorization: `Bearer ${secret}` })).status).toBe(200);
  });

  it('a name that merely looks like this machine', async () => {
    expect(await failure({ host: '127.0.0.1.example.org' })).toMatchObject({ kind: 'no-key' });
  });

  it('a port that is taken, and leaves nothing locked behind', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const { kind, message } = await failure({ port: String(port) });
    expect(kind).toBe('port');
    expect(message).toContain(`${port} of 127.0.0.1 is in use`);
    taken.close();
    await expect(start()).resolves.toBeDefined();
  });

  it('an address that is not its own', async () => {
    await addKey();
    expect(await failure({ host: '203.0.113.7' })).toMatchObject({ kind: 'address' });
  });

  it('a folder that another has, that is a file, or that holds something else', async () => {
    await start();
    expect((await failure({})).message).toContain('one process at a time');
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect(await failure({ data: file })).toMatchObject({ kind: 'folder' });
    const strange = path.join(folder, 'strange');
    mkdirSync(strange);
    writeFileSync(path.join(strange, 'hedgerow.db'), 'no database at all, just words'.repeat(50));
    chmodSync(strange, 0o700);
    const { kind, message } = await failure({ data: strange });
    expect([kind, message]).toEqual(['folder', expect.stringContaining('put back a backup')]);
  });

  it('a database that does not answer, without telling its password', async () => {
    const database = 'postgres://user:hunter2@127.0.0.1:9/name';
    const error = await startService(
      readSettings({ flags: { database, port: '0', logLevel: 'silent' } }),
    ).catch((reason: unknown) => reason as StartFailure);
    expect(error).toMatchObject({ kind: 'database' });
    const { message } = error as StartFailure;
    expect(message).not.toContain('hunter2');
    expect(message).toContain('127.0.0.1:9');
  });
});

/**
 * The road of a log: a service that draws lots, its export by the command, judged by the command, and a policy that starts from it.
 */

import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createPolicy, type PolicyDefinition } from '@hedgerow/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestServer, type TestServer } from '../../../service/src/api/testing/test-server.ts';
import { temporaryFolder } from '../../../service/src/journal/testing/temporary-folder.ts';
import { runHedgerow } from '../testing/run-hedgerow.ts';
import { exportCommand } from './export-command.ts';

const SHOP: PolicyDefinition = {
  actions: ['usual', 'bold', 'plain'],
  baseline: { action: 'usual', reward: 0.4 },
  context: { hour: { min: 0, max: 24 } },
  reward: { min: 0, max: 1 },
  allowedShortfall: 0.2,
  reserve: 100,
  exploration: { share: 0.5 },
};
const EARNS: Readonly<Record<string, number>> = { usual: 0.4, bold: 0.7, plain: 0.1 };

const folder = temporaryFolder();
let server: TestServer;
let url: string;
let key: string;

async function play(policy: string, definition: PolicyDefinition, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const asked = { policy: definition, context: { hour: n % 24 } };
    const { text } = await server.service.decide(policy, asked, { scope: 'local', text: null });
    const { id, action } = JSON.parse(text);
    await server.service.reward(id, { value: EARNS[action]! });
  }
}

/** Where the service is, and the key to it. */
function at(): string[] {
  return ['--url', url, '--key', key];
}

beforeAll(async () => {
  server = await createTestServer();
  key = await server.addKey({ scopes: ['export'] });
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  await play('shop', SHOP, 400);
  const { exploration: _none, ...certain } = SHOP;
  await play('certain', { ...certain, reserve: 1 }, 20);
  writeFileSync(path.join(folder, 'shop.json'), JSON.stringify(SHOP));
});

afterAll(() => server.close());

test('an export is judged, and a policy starts from it', async () => {
  const table = path.join(folder, 'shop.parquet');
  const exported = await runHedgerow(
    'export',
    'shop',
    '--format',
    'parquet',
    '--output',
    table,
    ...at(),
  );
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  const warm = path.join(folder, 'warm.json');
  const judged = await runHedgerow(
    'evaluate',
    table,
    '--action',
    'plain',
    '--reward',
    '0:1',
    '--format',
    'json',
  );
  const { value, covered, decisions, format } = JSON.parse(judged.stdout);
  expect([format, decisions, covered]).toEqual(['parquet', 400, 1]);
  // It pays .1 always, and was drawn in about one of six.
  expect(value.low).toBeLessThan(0.1);
  expect(value.high).toBeGreaterThan(0.1);
  expect(value.selfNormalised).toBeCloseTo(0.1, 9);
  const policy = ['--policy', path.join(folder, 'shop.json'), '--warm-start', warm];
  expect((await runHedgerow('evaluate', table, ...policy)).code).toBe(0);
  const started = createPolicy(JSON.parse(readFileSync(warm, 'utf8')));
  const { bounds } = started.preview({ hour: 12 });
  for (const { action, predicted } of bounds) expect(predicted).toBeCloseTo(EARNS[action]!, 1);
});

test('JSON lines go to standard output, and a log without chance is refused with the reason', async () => {
  const { stdout } = await runHedgerow('export', 'certain', ...at());
  expect(stdout.trim().split('\n')).toHaveLength(20);
  const file = path.join(folder, 'certain.jsonl');
  writeFileSync(file, stdout);
  const refused = await runHedgerow('evaluate', file, '--target', 'baseline', '--reward', '0:1');
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('the log must have some chance in it');
  expect(refused.stderr).toContain('exploration: { share: 0.02 }');
});

test('what a service refuses is told', async () => {
  const unknown = await runHedgerow('export', 'nobody', ...at());
  expect(unknown.code).not.toBe(0);
  expect(unknown.stderr).toContain('nobody');
});

test('a page that answers in place of the service leaves no file, and is told', async () => {
  const login = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>');
  }).listen(0, '127.0.0.1');
  await once(login, 'listening');
  const place = `http://127.0.0.1:${(login.address() as AddressInfo).port}`;
  const file = path.join(folder, 'login.jsonl');
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await exportCommand().parseAsync(['shop', '--output', file, '--url', place], { from: 'user' });
  expect(told.mock.lastCall?.[0]).toContain('must be a file of the type application/jsonl, but');
  told.mockRestore();
  login.close();
  expect([process.exitCode, existsSync(file)]).toEqual([2, false]);
  process.exitCode = undefined;
});

test('a connection that breaks off leaves no half file, and is told', async () => {
  const breaking = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/jsonl' });
    response.write('{"decision":"shop.1.1"}\n', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(breaking, 'listening');
  const place = `http://127.0.0.1:${(breaking.address() as AddressInfo).port}`;
  const file = path.join(folder, 'half.jsonl');
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const exportTo = (words: string[]) =>
    exportCommand().parseAsync(['shop', '--output', file, ...words], { from: 'user' });
  await exportTo(['--url', place]);
  expect(told.mock.lastCall?.[0]).toContain('must send the whole file, but the connection broke');
  breaking.close();
  await once(breaking, 'close');
  await exportTo(['--url', place]);
  expect(told.mock.lastCall?.[0]).toContain('The connection to the service failed');
  told.mockRestore();
  expect([process.exitCode, existsSync(file)]).toEqual([2, false]);
  expect(readdirSync(folder).filter((name) => name.includes('half'))).toEqual([]);
  process.exitCode = undefined;
});

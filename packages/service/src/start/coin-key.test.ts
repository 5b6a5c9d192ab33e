/**
 * A canary: the key of the coin is in nothing that leaves the service, by any route, log or file.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../instruments/clock.ts';
import { createLogger } from '../instruments/logger.ts';
import { COIN_KEY_FILE } from '../journal/sqlite/folder/coin-key-file.ts';
import { readSettings } from './settings.ts';
import { startService } from './start-service.ts';

const CANARY = 'c0ffee00c0ffee11c0ffee22c0ffee33c0ffee44c0ffee55c0ffee66c0ffee77';
const POLICY = {
  actions: ['new', 'usual'],
  baseline: { action: 'usual' },
  context: { rain: { min: 0, max: 100 } },
  reward: { min: 0, max: 12 },
  allowedShortfall: 0.3,
  reserve: 200,
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-canary-'));
  writeFileSync(path.join(folder, COIN_KEY_FILE), `${CANARY}\n`, { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Every answer of a season, and what was logged meanwhile. */
async function season(): Promise<string[]> {
  const said: string[] = [];
  const logger = createLogger({
    level: 'debug',
    clock: systemClock,
    destination: { write: (line) => said.push(line) },
  });
  const flags = { data: folder, port: '0', metrics: true };
  const { address, close } = await startService(readSettings({ flags }), { logger });
  const call = async (route: string, body?: object, method = 'POST'): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const given = body === undefined ? {} : { method, headers, body: JSON.stringify(body) };
    const text = await (await fetch(`${address}${route}`, given)).text();
    said.push(text);
    return text;
  };
  const at = '/v1/policies/farm';
  for (let i = 0; i < 12; i++) {
    const request = { policy: POLICY, context: { rain: 50 }, proposal: 'new' };
    await call(`${at}/preview`, request);
    const { id } = JSON.parse(await call(`${at}/decisions`, request)) as { id: string };
    await call(`/v1/decisions/${id}/reward`, { value: 6 });
    await call(`/v1/decisions/${id}`);
  }
  const routes = [
    '',
    '/audit',
    '/weights',
    '/forecasts',
    '/corridor',
    '/decisions',
    '/export?format=jsonl',
    '/export?format=receipts',
  ];
  for (const route of [...routes, '/export?format=csv']) await call(`${at}${route}`);
  for (const route of ['/v1/policies', '/metrics', '/openapi.json', '/readyz', '/nowhere']) {
    await call(route);
  }
  await close();
  return said;
}

it('the key is in no answer, no line of the log, and no file but its own', async () => {
  const said = await season();
  expect(said.filter((text) => text.includes('"coin":{"number":0.')).length).toBeGreaterThan(5);
  const key = Buffer.from(CANARY, 'hex');
  const forms = [CANARY, CANARY.slice(0, 16), key.toString('base64'), key.toString('base64url')];
  for (const text of said) for (const form of forms) expect(text).not.toContain(form);
  for (const name of readdirSync(folder).filter((one) => one !== COIN_KEY_FILE)) {
    const bytes = readFileSync(path.join(folder, name));
    for (const form of [key, ...forms]) expect(bytes.includes(form)).toBe(false);
  }
  expect(readFileSync(path.join(folder, COIN_KEY_FILE), 'utf8').trim()).toBe(CANARY);
});

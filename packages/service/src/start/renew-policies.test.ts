/**
 * After a restore every policy starts anew, whatever state it is in.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDecisionService } from '../decisions/create-decision-service.ts';
import { FARM, RAIN } from '../decisions/testing/sample-service.ts';
import { systemClock } from '../instruments/clock.ts';
import type { PolicyView } from '../wire.ts';
import { openExistingStore, openStore } from './open-store.ts';
import { renewPolicies } from './renew-policies.ts';

let settings = { data: '', database: '' };
beforeEach(() => {
  settings = { data: mkdtempSync(path.join(tmpdir(), 'hedgerow-renew-')), database: '' };
});
afterEach(() => rmSync(settings.data, { recursive: true }));

async function season(): Promise<readonly PolicyView[]> {
  const journal = await openStore(settings);
  const service = createDecisionService({ journal, clock: systemClock });
  const key = { scope: 'local', text: null };
  await service.decide('shop', { policy: { ...FARM, reserve: 8 }, ...RAIN }, key);
  await service.decide('farm', { policy: FARM, ...RAIN }, key);
  await service.setMode('farm', { mode: 'safe-mode' });
  const { policies: views } = await service.policies();
  await service.close();
  await journal.close();
  return views;
}

it('begins a generation of every policy: the same definition, no reserve, the same mode', async () => {
  const before = await season();
  const after = await renewPolicies(settings, 'restored from the backup of Monday');
  expect(after.map(({ id }) => id)).toEqual(['farm', 'shop']);
  after.forEach((view, i) => {
    expect(view).toMatchObject({ generation: 2, mode: before[i]!.mode, counts: { decisions: 0 } });
    expect(view.definition).toEqual(before[i]!.definition);
    expect(view.reserve.granted).toBe(0);
  });
  expect(before.find(({ id }) => id === 'shop')!.reserve.granted).toBe(8);
});

it('makes a new key of the coin: what was seen since the backup does not come again', async () => {
  await season();
  const keyNow = async () => {
    const journal = await openExistingStore(settings);
    const key = await journal.coinKey();
    await journal.close();
    return Buffer.from(key).toString('hex');
  };
  const before = await keyNow();
  expect(await keyNow()).toBe(before);
  await renewPolicies(settings, 'restored');
  expect(await keyNow()).not.toBe(before);
});

it('writes the reason down, and may be done again', async () => {
  await season();
  await renewPolicies(settings, 'restored');
  expect((await renewPolicies(settings, 'restored'))[0]!.generation).toBe(3);
  const journal = await openExistingStore(settings);
  const texts = (await journal.read('shop', 0, 10)).map(({ text }) => text);
  await journal.close();
  expect(texts.filter((text) => text.includes('"reason":"restored"'))).toHaveLength(2);
});

it('makes nothing where there is no journal', async () => {
  await expect(renewPolicies(settings, 'restored')).rejects.toThrow('but there is none');
});

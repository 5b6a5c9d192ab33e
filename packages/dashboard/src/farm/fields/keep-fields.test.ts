/**
 * A farm of the trials that come with the page, on a real service: fields that come after the first harvest
 * are added to the policy, and cost nothing of what is proved.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Client, createClient } from '@hedgerow/client';
import { beginFarm } from '@hedgerow/farm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, readSettings, startService } from '../../../../service/src/index.ts';
import { planRequest } from '../plan/plan-request.ts';
import { shippedModel } from '../setup/crop-model.ts';
import { keepFields } from './keep-fields.ts';
import { addHybrid, hybridFault } from './keep-hybrids.ts';

let folder: string;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-farm-'));
  service = await startService(
    readSettings({ flags: { port: '0', data: folder, logLevel: 'silent' } }),
    {},
  );
  client = createClient({ url: service.address });
});

afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

async function farmNow() {
  const [view, { subjects, revision }] = await Promise.all([
    client.policy('home'),
    client.subjects('home'),
  ]);
  return { view, fields: subjects, revision, seasons: [] };
}

async function planSeason(season: string, commit: boolean) {
  const { view, fields } = await farmNow();
  const request = planRequest({
    definition: view.definition,
    season,
    fields,
    weather: {},
  });
  return await client.planGroup('home', { ...request!, commit });
}

it('lets a farm grow by a field without losing what is proved', async () => {
  const model = await shippedModel();
  const usual = 'B73/MO17';
  const definition = beginFarm(model, {
    usual,
    hybrids: [usual, 'PHW52/PHN82', 'B73/PHN82', { name: 'Newcomer', parents: [] }],
    hectares: 12,
    drop: 4,
  });
  await client.define('home', { definition });
  const context = { region: 'IA', clay: 30 };
  await keepFields(client, await farmNow(), [
    { name: 'Brook', size: 12, context },
    { name: 'Mill', size: 9, context: { ...context, region: 'elsewhere' } },
  ]);
  const first = await farmNow();
  const { context: variables } = first.view.definition;
  expect((variables.field as { categories: string[] }).categories).toContain('Mill');

  const plan = await planSeason('2027', true);
  for (const { id } of plan.receipts) await client.reward(id, { try: 10, check: 9 });
  const before = await client.policy('home');
  expect(before.margin).toBeGreaterThan(0);
  await keepFields(client, await farmNow(), [...first.fields, { name: 'Hill', size: 20, context }]);
  const after = await client.policy('home');
  expect(after.generation).toBe(before.generation);
  expect(after.margin).toBe(before.margin);
  const next = await planSeason('2028', false);
  expect(next.receipts.map(({ subject }) => subject)).toEqual(['Brook', 'Mill', 'Hill']);
  expect(next.receipts[2]!.bounds.every(({ outlook }) => outlook !== undefined)).toBe(true);
});

it('lets it grow by a hybrid that nobody has tried, and by a field after that', async () => {
  const before = await farmNow();
  await addHybrid(client, before, 'Novel');
  const grown = await client.policy('home');
  expect(grown.generation).toBe(before.view.generation);
  expect(grown.margin).toBe(before.view.margin);
  expect(grown.definition.actions.at(-1)).toBe('Novel');
  await keepFields(client, await farmNow(), [
    ...before.fields,
    { name: 'Moor', size: 7, context: { region: 'IA', clay: 20 } },
  ]);
  const { receipts } = await planSeason('2028', false);
  const widths = receipts[0]!.bounds.map(({ outlook }) => outlook!.high - outlook!.low);
  expect(Math.max(...widths)).toBe(widths.at(-1));
  expect((await client.policy('home')).generation).toBe(before.view.generation);
});

it('says what is wrong with a name', () => {
  expect(hybridFault('', [])).toBe('Give it a name.');
  expect(hybridFault('Novel', ['Novel'])).toBe('There is one of that name already.');
  expect(hybridFault('Other', ['Novel'])).toBeNull();
});
